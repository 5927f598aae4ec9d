import * as z from 'zod/mini';
import { endpoint } from '../http/endpoint.ts';

/** Fields whose value no two accounts may share. */
export const UniqueField = z.enum(['email', 'username']);
export type UniqueField = z.infer<typeof UniqueField>;

export const checkUnique = endpoint({
  method: 'POST',
  path: '/api/checkUnique',
  access: 'anyone',
  summary: 'Check whether an email or username is still free; your own counts as free',
  body: z.object({ field: UniqueField, value: z.string().check(z.maxLength(254)) }),
  reply: z.object({ isUnique: z.boolean() }),
  perMinute: 60,
});
