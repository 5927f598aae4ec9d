import { FAILED_KEPT, FAILED_KEPT_DAYS } from '@scoville/contract/accounts/plans.ts';
import { type Db, type Pool, type Tx, transaction } from '../../platform/db/connection.ts';
import { markForDeletion } from '../../platform/storage/pending-deletions.ts';
import type { Key } from '../../platform/storage/storage.ts';

/**
 * Counts a failure towards its account's daily limit, and releases the originals of all but the account's newest failed
 * files: a failed file gives its place in the plan back, so it must not keep using the disk. The rows are kept, with
 * their messages. Needs the transaction in which the file fails.
 */
export async function recordFailure(tx: Db, sourceId: string): Promise<void> {
  const [row] = await tx<{ userId: string; prefix: string }[]>`
    with source as (select id, attempt, user_id, owner_kind || '/' || owner_id || '/' || id || '/' as prefix
      from sources where id = ${sourceId}),
    noted as (
      insert into upload_failures (source_id, attempt, user_id) select id, attempt, user_id from source
      on conflict (source_id, attempt) do update set failed_at = excluded.failed_at)
    select user_id as "userId", prefix from source`;
  if (row === undefined) return;
  // Files that were stored before the failure are not played any more; the next attempt writes elsewhere.
  await tx`
    update pending_deletions set due_at = now() - interval '1 second' where starts_with(prefix, ${row.prefix})`;
  const surplus = await tx<{ id: string }[]>`
    select id from sources where user_id = ${row.userId} and status = 'failed' and original_removed_at is null
    order by updated_at desc, id desc offset ${FAILED_KEPT} for no key update skip locked`;
  await releaseOriginals(tx, surplus);
}

/** Releases the originals of files that failed long ago, and deletes failures that no longer count. */
export async function pruneFailures(db: Pool): Promise<void> {
  await transaction(db, async (tx: Tx) => {
    const old = await tx<{ id: string }[]>`
      select id from sources where status = 'failed' and original_removed_at is null
        and updated_at < now() - make_interval(days => ${FAILED_KEPT_DAYS})
      order by updated_at limit 1000 for no key update skip locked`;
    await releaseOriginals(tx, old);
    await tx`delete from upload_failures where failed_at < now() - interval '24 hours'`;
  });
}

/** The caller has locked the rows of these sources, so that no retry begins in the meantime. */
async function releaseOriginals(tx: Db, sources: { id: string }[]): Promise<void> {
  if (sources.length === 0) return;
  const rows = await tx<{ key: Key }[]>`
    update sources set original_removed_at = now()
    where id = any(${sources.map(({ id }) => id)}::uuid[]) and original_removed_at is null
    returning storage_key as key`;
  // Due immediately: it was never played, and its owner has the file.
  await markForDeletion(
    tx,
    rows.map(({ key }) => key),
    -1,
  );
}

/** The released originals of an account's failed files that are still in the store. */
export async function releasedOriginals(db: Db, userId: string): Promise<Key[]> {
  const rows = await db<{ key: Key }[]>`
    select s.storage_key as key from sources s join pending_deletions p on p.prefix = s.storage_key
    where s.user_id = ${userId} and s.original_removed_at is not null and p.due_at < now()`;
  return rows.map(({ key }) => key);
}

/** Whether the original of a source is still kept. */
export async function hasOriginal(tx: Db, sourceId: string): Promise<boolean> {
  const rows = await tx`select 1 from sources where id = ${sourceId} and original_removed_at is null`;
  return rows.length > 0;
}
