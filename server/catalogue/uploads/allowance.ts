import { type Limits, failuresADay } from '@scoville/contract/accounts/plans.ts';
import { fileTooLarge, limitReachedMessage, tooManyFailures } from '@scoville/contract/catalogue/uploads.ts';
import type { Db } from '../../platform/db/connection.ts';
import type { Env } from '../../platform/env.ts';
import { HttpError, forbidden, tooManyRequests, unauthorized } from '../../platform/http/errors.ts';
import { extraUploads, isUnusedUpload, usedUploads } from './counted-uploads.ts';
import { planNamed } from '../../accounts/plans/plan-limits.ts';

/** The limits of an account's plan, and how much of them it has used. */
export interface Allowance {
  limits: Limits;
  /** Accepted uploads in the plan's window, without those that failed or were granted on top of the plan. */
  used: number;
  /** Uploads on top of the plan that are left: compensations for late reviews. */
  extra: number;
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
  const id = db`${userId}::uuid`;
  const [{ used, extra }] = await db<[{ used: number; extra: number }]>`
    select ${usedUploads(db, id, limits.unit === 'monthly' ? 'this-month' : 'ever')} as used, ${extraUploads(db, id)} as extra`;
  const [{ failed }] = await db<[{ failed: number }]>`
    select count(*)::int as failed from upload_failures
    where user_id = ${userId} and failed_at > now() - interval '24 hours'`;
  return { limits, used, extra, failed };
}

/** Throws 403 with the specification's sentence when the plan has no place left. */
export function checkCount({ limits, used, extra }: Allowance): void {
  if (limits.total !== null && used >= limits.total + extra) throw forbidden(limitReachedMessage(limits.unit));
}

/**
 * Lets an upload beyond the plan's limit take the account's oldest granted upload, or the one that it took before it
 * failed. The caller locked the account and read its allowance before the upload was charged.
 */
export async function takeExtra(tx: Db, { limits, used }: Allowance, userId: string, sourceId: string): Promise<void> {
  if (limits.total === null || used < limits.total) return;
  await tx`
    update compensations set source_id = ${sourceId} where id = (
      select c.id from compensations c where c.user_id = ${userId} and ${isUnusedUpload(tx)}
      order by c.source_id is distinct from ${sourceId}, c.granted_at limit 1)`;
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
