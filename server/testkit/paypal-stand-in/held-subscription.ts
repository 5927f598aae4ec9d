/** A subscription in the stand-in: PayPal's fields, and the change that a payer must still approve. */
export interface HeldSubscription {
  id: string;
  plan_id: string;
  custom_id: string;
  status: 'APPROVAL_PENDING' | 'APPROVED' | 'ACTIVE' | 'SUSPENDED' | 'CANCELLED';
  failedPayments: number;
  /** The plan of a change that isn't approved yet. */
  revision: string | null;
  returnUrl: string;
  cancelUrl: string;
}
