import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { SIGNATURE_HEADERS } from '../../business/billing/provider/paypal.ts';

/** The request with which an event is posted to the webhook. */
export interface SentEvent {
  headers: Record<string, string>;
  body: string;
}

export interface Signer {
  /** Returns an event with its signature. */
  sign: (event: object) => SentEvent;
  signature: (transmission: string, time: string, body: string) => string;
}

export function createSigner(webhookId: string, apiUrl: () => string): Signer {
  const key = randomBytes(32);
  const signature = (transmission: string, time: string, body: string): string =>
    createHmac('sha256', key).update([transmission, time, webhookId, body].join('|')).digest('base64');
  return {
    signature,
    sign(event) {
      const body = JSON.stringify(event);
      const [id, time] = [randomUUID(), new Date().toISOString()];
      const values = ['HMAC-SHA256', `${apiUrl()}/certificate`, id, signature(id, time, body), time];
      return { body, headers: Object.fromEntries(SIGNATURE_HEADERS.map((name, index) => [name, values[index] ?? ''])) };
    },
  };
}
