import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';
import { ById, Id, PageQuery, Paging, Time, text } from '../lib/values.ts';

export const MAIL_STATES = ['queued', 'sent', 'failed', 'cancelled'] as const;
export const MailState = z.enum(MAIL_STATES);
export type MailState = z.infer<typeof MailState>;

export const Mail = z.object({
  id: Id,
  to: z.string(),
  /** The address for replies, unless it is our own. */
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  state: MailState,
  /** `attempts` is the number of attempts so far; `error` is the result of the last one. */
  attempts: z.int(),
  error: z.nullable(z.string()),
  /** When a waiting mail is tried again. */
  nextTryOn: z.nullable(Time),
  createdOn: Time,
  sentOn: z.nullable(Time),
});

export type Mail = z.infer<typeof Mail>;

/**
 * Without an SMTP server, this list is the only place to read mail, so links keep their secrets. Otherwise the response
 * replaces the secrets.
 */
export const outbox = endpoint({
  method: 'GET',
  path: '/api/outbox',
  access: 'admin',
  summary: 'List mail in the outbox, newest first, filtered by state; links lack their secrets if SMTP is configured',
  query: z.object({
    q: z.optional(text(80)).check(z.describe('Filters by a part of the subject or of the recipient’s address.')),
    state: z.optional(MailState),
    ...PageQuery,
  }),
  reply: z.object({ mail: z.array(Mail), total: z.int(), paging: Paging, refusedAddresses: z.int() }),
});

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/retry',
  access: 'admin',
  summary: 'Retry a mail that failed',
  params: ById,
  reply: Mail,
});

export const cancelMail = endpoint({
  method: 'POST',
  path: '/api/outbox/:id/cancel',
  access: 'admin',
  summary: 'Cancel a mail that waits or failed',
  params: ById,
  reply: Mail,
});

/** An address for which a server permanently refused mail. */
const RefusedAddress = z.object({
  id: Id,
  address: z.string(),
  /** The answer of the mail server. */
  reason: z.string(),
  refusedOn: Time,
});

export const refusedAddresses = endpoint({
  method: 'GET',
  path: '/api/outbox/refused-addresses',
  access: 'admin',
  summary: 'List addresses that refused mail, latest first; they get only mail that cannot be turned off',
  query: z.object({ ...PageQuery }),
  reply: z.object({ addresses: z.array(RefusedAddress), total: z.int(), paging: Paging }),
});

export const liftRefusal = endpoint({
  method: 'DELETE',
  path: '/api/outbox/refused-addresses/:id',
  access: 'admin',
  summary: 'Lift the refusal of an address, so that it gets all wanted mail again until it refuses mail again',
  params: ById,
  reply: z.object({ lifted: z.literal(true) }),
});
