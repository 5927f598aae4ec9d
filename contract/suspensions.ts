import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Suspension } from './user-list.ts';
import { ById, requiredText } from './values.ts';

const DAYS = 'A suspension lasts 1 to 3650 days, or until it is lifted.';

/** What an administrator decides; the form validates with it, too. */
export const SuspensionFields = z.object({
  /** The suspended one reads it. */
  reason: requiredText(500, 'Reason is required.'),
  /** From now; null: until it is lifted. It shortens no suspension that is in force. */
  days: z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(3650, DAYS))),
});

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/suspension',
  access: 'admin',
  summary: 'Keep an account from signing in, for some days or until it is lifted; its sessions end',
  params: ById,
  body: SuspensionFields,
  reply: Suspension,
});

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/suspension',
  access: 'admin',
  summary: 'Let a suspended account sign in again',
  params: ById,
  reply: z.object({ lifted: z.literal(true) }),
});
