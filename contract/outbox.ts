import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Id, PageQuery, Paging, Time, text } from './values.ts';

export const MAIL_STATES = ['queued', 'sent', 'failed', 'cancelled'] as const;
export const MailState = z.enum(MAIL_STATES);
export type MailState = z.infer<typeof MailState>;

export const Mail = z.object({
  id: Id,
  to: z.string(),
  /** Whom an answer goes to, where that is not us. */
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  state: MailState,
  /** Tries so far, and what the last one ended in. */
  attempts: z.int(),
  error: z.nullable(z.string()),
  /** When a mail that waits is tried next. */
  nextTryOn: z.nullable(Time),
  createdOn: Time,
  sentOn: z.nullable(Time),
});

export type Mail = z.infer<typeof Mail>;

export const outbox = endpoint({
  method: 'GET',
  path: '/api/outbox',
  access: 'admin',
  summary:
    'Mail in the outbox, newest first, filtered by state; without an SMTP server the only place to read it, else without the secrets of its links',
  query: z.object({
    q: z.optional(text(80)).check(z.describe('A part of the subject or of the receiver’s address.')),
    state: z.optional(MailState),
    ...PageQuery,
  }),
  reply: z.object({ mail: z.array(Mail), total: z.int(), paging: Paging, refusedAddresses: z.int() }),
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/retry',
  access: 'admin',
  summary: 'Send a mail again that failed',
  params: ById,
  reply: Mail,
});

export const cancelMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/cancel',
  access: 'admin',
  summary: 'Give up a mail that waits or failed',
  params: ById,
  reply: Mail,
});

/** An address at which a server said for good that it takes no mail. */
const RefusedAddress = z.object({
  id: Id,
  address: z.string(),
  /** What the server said. */
  reason: z.string(),
  refusedOn: Time,
});

export const refusedAddresses = endpoint({
  method: 'GET',
  path: '/api/outbox/refused-addresses',
  access: 'admin',
  summary: 'Addresses that take no mail, so that only what cannot be turned off is mailed there; the latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({ addresses: z.array(RefusedAddress), total: z.int(), paging: Paging }),
});

export const liftRefusal = endpoint({
  method: 'DELETE',
  path: '/api/outbox/refused-addresses/:id',
  access: 'admin',
  summary:
    'Forget that an address took no mail: whatever its owner wants is mailed there again, until it is refused again',
  params: ById,
  reply: z.object({ lifted: z.literal(true) }),
});
