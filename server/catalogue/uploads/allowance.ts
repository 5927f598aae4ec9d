import { type Limits, failuresADay } from '@scoville/contract/accounts/plans.ts';
import { fileTooLarge, limitReachedMessage, tooManyFailures } from '@scoville/contract/catalogue/uploads.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { HttpError, forbidden, tooManyRequests, unauthorized } from '../../platform/http/errors.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';

/** The limits of an account's plan, and how much of them it has used. */
export interface Allowance {
  limits: Limits;
  /** Accepted uploads in the plan's window, without those that failed. */
  used: number;
  /** Failed processing attempts within 24 hours; each attempt at a file counts. */
  failed: number;
}

/**
 * The allowance of an account. With `lock` the account's row stays locked until the transaction ends, so that only one
 * of two simultaneous uploads takes the last place. Throws 401 when the account is deleted.
 */
export async function findAllowance(db: Db, env: Env, userId: string, { lock = false } = {}): Promise<Allowance> {
  const [user] = await db<{ plan: string }[]>`
    select plan from users where id = ${userId} and deleted_at is null ${lock ? db`for no key update` : db``}`;
  if (user === undefined) throw unauthorized();
  const { limits } = planNamed(env, user.plan);
  const window = limits.unit === 'monthly' ? db`and created_at >= date_trunc('month', now())` : db``;
  const [{ used }] = await db<[{ used: number }]>`
    select count(*)::int as used from upload_ledger where user_id = ${userId} and refunded_at is null ${window}`;
  const [{ failed }] = await db<[{ failed: number }]>`
    select count(*)::int as failed from upload_failures
    where user_id = ${userId} and failed_at > now() - interval '24 hours'`;
  return { limits, used, failed };
}

/** Throws 403 with the specification's sentence when the plan has no place left. */
export function checkCount({ limits, used }: Allowance): void {
  if (limits.total !== null && used >= limits.total) throw forbidden(limitReachedMessage(limits.unit));
}

/** Throws 429 when so many files failed that the account has to wait, because each failure takes the worker's time. */
export function checkFailures({ limits, failed }: Allowance): void {
  if (failed >= failuresADay(limits)) throw tooManyRequests(tooManyFailures(failuresADay(limits)));
}

/** Bytes of the largest file that the plan allows. */
export const maxBytes = (limits: Limits): number => limits.maxFileSizeMB * 1024 * 1024;

/** The error for a file that is larger than the limit. */
export function tooLarge(limitMB: number, field = 'file'): HttpError {
  const message = fileTooLarge(limitMB);
  return new HttpError(413, message, [{ field, code: 'too_large', message }]);
}
