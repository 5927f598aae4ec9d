import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What no two accounts share. */
export const UniqueField = z.enum(['email', 'username']);
export type UniqueField = z.infer<typeof UniqueField>;

export const checkUnique = endpoint({
  method: 'POST',
  path: '/api/checkUnique',
  access: 'anyone',
  summary: 'Is a value still free? One’s own counts as free',
  body: z.object({ field: UniqueField, value: z.string().check(z.maxLength(254)) }),
  reply: z.object({ isUnique: z.boolean() }),
  perMinute: 60,
});
