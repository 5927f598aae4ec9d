import { FAILED_KEPT, FAILED_KEPT_DAYS } from '@scoville/contract/plans.ts';
import { type Db, type Pool, type Tx, transaction } from '../db/connection.ts';
import type { Key } from '../storage/storage.ts';
import { markForDeletion } from './pending-deletions.ts';

/**
 * Counts a failure against its account's day, and lets go of the originals of all but the account's newest failed files:
 * a file that failed gives its place of the plan back, so it may not go on taking the disk. Their rows stay, with their
 * sentences. Needs the transaction in which the file fails.
 */
export async function noteFailure(tx: Db, mediaId: string): Promise<void> {
  const [row] = await tx<{ userId: string }[]>`
    insert into upload_failures (media_id, attempt, user_id) select id, attempt, musician_id from media where id = ${mediaId}
    on conflict (media_id, attempt) do update set failed_at = excluded.failed_at returning user_id as "userId"`;
  if (row === undefined) return;
  // What was stored before it failed is played by nobody; the next attempt writes elsewhere.
  await tx`
    update pending_deletions set due_at = now() - interval '1 second' where starts_with(prefix, ${`media/${mediaId}/`})`;
  const surplus = await tx<{ id: string }[]>`
    select m.id from media m join sources s on s.id = m.source_id
    where m.musician_id = ${row.userId} and m.status = 'failed' and s.original_removed_at is null
    order by m.updated_at desc, m.id desc offset ${FAILED_KEPT} for no key update of m skip locked`;
  await letGo(tx, surplus);
}

/** Lets go of the originals of files that failed long ago, and forgets the failures of yesterday. */
export async function forgetOldFailures(db: Pool): Promise<void> {
  await transaction(db, async (tx: Tx) => {
    const old = await tx<{ id: string }[]>`
      select m.id from media m join sources s on s.id = m.source_id
      where m.status = 'failed' and s.original_removed_at is null
        and m.updated_at < now() - make_interval(days => ${FAILED_KEPT_DAYS})
      order by m.updated_at limit 1000 for no key update of m skip locked`;
    await letGo(tx, old);
    await tx`delete from upload_failures where failed_at < now() - interval '24 hours'`;
  });
}

/** The rows of these media are locked, so that nobody tries them again meanwhile. */
async function letGo(tx: Db, media: { id: string }[]): Promise<void> {
  if (media.length === 0) return;
  const rows = await tx<{ key: Key }[]>`
    update sources set original_removed_at = now()
    where media_id = any(${media.map(({ id }) => id)}::uuid[]) and original_removed_at is null
    returning storage_key as key`;
  // Due already: nobody ever heard it, and its owner has it.
  await markForDeletion(
    tx,
    rows.map(({ key }) => key),
    -1,
  );
}

/** Whether the original of a media is still kept. */
export async function keepsOriginal(tx: Db, mediaId: string): Promise<boolean> {
  const rows = await tx`
    select 1 from media m join sources s on s.id = m.source_id where m.id = ${mediaId} and s.original_removed_at is null`;
  return rows.length > 0;
}
