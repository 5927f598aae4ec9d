import type { Limits } from '@scoville/contract/plans.ts';
import { fileTooLarge, limitReached } from '@scoville/contract/uploads.ts';
import type { Db } from '../db/connection.ts';
import type { Env } from '../env.ts';
import { HttpError, forbidden, unauthorized } from '../http/errors.ts';
import { planOf } from '../users/users.present.ts';

/** What an account may still upload. */
export interface Allowance {
  limits: Limits;
  /** Accepted uploads in the window of the plan, those that failed left out. */
  used: number;
}

/**
 * The allowance of an account. With `lock` the account's row is held until the transaction ends, so that of two
 * uploads at once only one takes the last place. Throws 401 when the account is gone.
 */
export async function allowanceOf(db: Db, env: Env, userId: string, { lock = false } = {}): Promise<Allowance> {
  const [user] = await db<{ plan: string }[]>`
    select plan from users where id = ${userId} and deleted_at is null ${lock ? db`for no key update` : db``}`;
  if (user === undefined) throw unauthorized();
  const { limits } = planOf(env, user.plan);
  const window = limits.unit === 'monthly' ? db`and created_at >= date_trunc('month', now())` : db``;
  const [row] = await db<{ used: number }[]>`
    select count(*)::int as used from upload_ledger where user_id = ${userId} and refunded_at is null ${window}`;
  return { limits, used: row?.used ?? 0 };
}

/** Throws 403 with the specification's sentence when nothing is left. */
export function checkCount({ limits, used }: Allowance): void {
  if (limits.total !== null && used >= limits.total) throw forbidden(limitReached(limits.unit));
}

/** Bytes of the largest file that the plan allows. */
export const maxBytes = (limits: Limits): number => limits.maxFileSizeMB * 1024 * 1024;

/** The refusal of a larger one. */
export function tooLarge(limitMB: number, field = 'file'): HttpError {
  const message = fileTooLarge(limitMB);
  return new HttpError(413, message, [{ field, code: 'too_large', message }]);
}
