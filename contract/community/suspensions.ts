import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { Suspension } from '../accounts/users/user-list.ts';
import { ById, requiredText } from '../platform/lib/values.ts';

const DAYS = 'A suspension lasts 1 to 3650 days, or until it is lifted.';

/** The form for a suspension. The browser validates with it, too. */
export const SuspensionFields = z.object({
  /** Shown to the suspended user. */
  reason: requiredText(500, 'Reason is required.'),
  /** Days from now; null means until it is lifted. It never shortens a current suspension. */
  days: z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(3650, DAYS))),
});

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id/suspension',
  access: 'admin',
  summary: 'Suspend an account for some days or until it is lifted, and end its sessions',
  params: ById,
  body: SuspensionFields,
  reply: Suspension,
});

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/suspension',
  access: 'admin',
  summary: 'Lift the suspension of an account',
  params: ById,
  reply: z.object({ lifted: z.literal(true) }),
});
