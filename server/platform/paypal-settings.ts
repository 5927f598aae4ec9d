export interface PayPalCredentials {
  apiUrl: string;
  clientId: string;
  secret: string;
}

export interface PayPalSettings extends PayPalCredentials {
  /** The ID of our webhook, which signatures are made for. */
  webhookId: string;
}
