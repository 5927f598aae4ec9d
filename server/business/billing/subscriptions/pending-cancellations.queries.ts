import type { Db, Tx } from '../../../platform/db/connection.ts';

/** Records that a subscription must end at the provider. */
export async function insertCancellation(tx: Tx, ref: string): Promise<void> {
  await tx`insert into subscription_endings (provider_ref) values (${ref}) on conflict do nothing`;
}

/** Whether a subscription must end at the provider, which hasn't confirmed it yet. */
export async function isCancellationPending(tx: Tx, ref: string): Promise<boolean> {
  const rows = await tx`select 1 from subscription_endings where provider_ref = ${ref}`;
  return rows.length > 0;
}

/** Deletes a cancellation that the provider has confirmed. */
export async function deleteCancellation(db: Db, ref: string): Promise<void> {
  await db`delete from subscription_endings where provider_ref = ${ref}`;
}

/** Records why a cancellation failed. */
export async function recordFailedCancellation(db: Db, ref: string, error: string): Promise<void> {
  await db`
    update subscription_endings set last_error = ${error.slice(0, 500)}, tried_at = now() where provider_ref = ${ref}`;
}

/** Keeps a cancellation for this number of days: a subscription can't be ended while it waits for its payer's approval. */
export async function deferCancellation(db: Db, ref: string, days: number): Promise<void> {
  await db`
    with over as (
      delete from subscription_endings
      where provider_ref = ${ref} and since < now() - make_interval(days => ${days}) returning 1
    )
    update subscription_endings set last_error = null, tried_at = now()
    where provider_ref = ${ref} and not exists (select from over)`;
}

/** Claims cancellations that weren't tried for this long (seconds). */
export async function claimCancellations(
  db: Db,
  { seconds, limit }: { seconds: number; limit: number },
): Promise<string[]> {
  const rows = await db<{ ref: string }[]>`
    update subscription_endings set tried_at = now()
    where provider_ref in (
      select provider_ref from subscription_endings where tried_at < now() - make_interval(secs => ${seconds})
      order by tried_at limit ${limit} for update skip locked)
    returning provider_ref as ref`;
  return rows.map(({ ref }) => ref);
}

/** Cancellations that should have succeeded long ago (seconds), oldest first. */
export const listOverdueCancellations = (
  db: Db,
  seconds: number,
): Promise<{ ref: string; seconds: number; lastError: string | null }[]> =>
  db<{ ref: string; seconds: number; lastError: string | null }[]>`
    select provider_ref as ref, extract(epoch from now() - since)::float8 as seconds, last_error as "lastError"
    from subscription_endings where since < now() - make_interval(secs => ${seconds}) and last_error is not null
    order by since`;
