import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Paging, Time } from './values.ts';

const Mail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  kind: z.string(),
  state: z.enum(['queued', 'sent', 'failed']),
  createdOn: Time,
  sentOn: z.nullable(Time),
});

export const outbox = endpoint({
  method: 'GET',
  path: '/api/outbox',
  access: 'admin',
  summary: 'Mail in the outbox, newest first; the only place to read it without an SMTP server',
  query: z.object({ ...PageQuery }),
  reply: z.object({ mail: z.array(Mail), total: z.int(), paging: Paging }),
});
