import type postgres from 'postgres';
import { type ProcessingEvent, type Status, nextStatus } from '@scoville/contract/pipeline/processing.ts';
import { type Db, type Pool, type Tx, transaction } from '../../platform/db/connection.ts';
import type { Output, Playable } from '../ffmpeg/renditions/outputs.ts';
import type { Attempt, Playback } from './attempt.ts';
import { deleteEarlyVideo } from './early-video.queries.ts';
import { recordFailure } from './failed-files.ts';

/** The events that a worker applies to an attempt, except its failure. */
export type Step = Exclude<ProcessingEvent, 'fail' | 'retry'>;

/** A source that a worker is processing. */
export interface Claim extends Attempt {
  ownerKind: string;
  ownerId: string;
  userId: string;
  /** The original's key in the store. */
  storageKey: string;
  titleGuess: string;
  mime: string;
  /** Bytes of the original. */
  bytes: number;
  /** The plan of the account. */
  plan: string;
}

/** A new source that waits for its first attempt. */
export interface NewSource {
  id: string;
  ownerKind: string;
  ownerId: string;
  userId: string;
  storageKey: string;
  sha256: Buffer;
  bytes: number;
  mime: string;
  demuxer: string;
  /** The file's name, sanitized for storage. */
  fileName: string;
  type: 'song' | 'video';
  titleGuess: string;
}

export async function insertSource(tx: Db, source: NewSource): Promise<void> {
  await tx`
    insert into sources (id, owner_kind, owner_id, user_id, storage_key, sha256, bytes, mime, demuxer, filename, type,
      title_guess)
    values (${source.id}, ${source.ownerKind}, ${source.ownerId}, ${source.userId}, ${source.storageKey},
      ${source.sha256}, ${source.bytes}, ${source.mime}, ${source.demuxer}, ${source.fileName}, ${source.type},
      ${source.titleGuess})`;
}

/**
 * Moves a source to the status that follows from the event, and returns that status; null when the event is not allowed
 * (another worker was faster, the owner began another attempt, or the source is gone). The row stays locked until the
 * transaction ends.
 */
export async function advance(tx: Db, { sourceId, attempt }: Attempt, event: Step): Promise<Status | null> {
  const [row] = await tx<{ status: Status }[]>`
    select status from sources where id = ${sourceId} and attempt = ${attempt} for no key update`;
  const next = row === undefined ? null : nextStatus(row.status, event);
  if (next === null) return null;
  // A source that waits for another try has no progress and nothing to play.
  const progress =
    next === 'queued' ? tx`, progress = 0, playback = '[]'` : next === 'complete' ? tx`, progress = 100` : tx``;
  await changeStatus(tx, tx`update sources set status = ${next}, updated_at = now()${progress} where id = ${sourceId}`);
  if (next === 'queued') await deleteEarlyVideo(tx, sourceId);
  return next;
}

/**
 * Writes a change of a source's status or percent, and notifies every process, when the transaction commits, on the
 * channel `progressChannel` of the owner's kind. Resolves with the number of changed rows.
 */
async function changeStatus(tx: Db, change: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const rows = await tx`
    with changed as (${change} returning owner_kind, owner_id)
    select pg_notify(owner_kind || '_progress', owner_id::text) from changed`;
  return rows.length;
}

/** The channel for the ids of owners of this kind whose source progressed. */
export const progressChannel = (ownerKind: string): string => `${ownerKind}_progress`;

/** Begins the next attempt of a failed source and returns it; null when the source has not failed or is gone. */
export async function beginAttempt(tx: Db, sourceId: string): Promise<Attempt | null> {
  const [row] = await tx<{ status: Status; attempt: number }[]>`
    select status, attempt from sources where id = ${sourceId} for no key update`;
  const next = row === undefined ? null : nextStatus(row.status, 'retry');
  if (row === undefined || next === null) return null;
  const attempt = row.attempt + 1;
  await changeStatus(
    tx,
    tx`
      update sources set status = ${next}, attempt = ${attempt}, error_id = null, error_message = null,
        last_failure = null, progress = 0, updated_at = now()
      where id = ${sourceId}`,
  );
  return { sourceId, attempt };
}

/**
 * Puts a file back into the queue after a failed try, and records the signature of the failure, if it has one. Returns
 * true and changes nothing if the recorded signature is the same, because another try would fail, too. Needs a
 * transaction.
 * @param signature from `failureSignature`
 */
export async function requeueUnlessRepeated(tx: Db, work: Attempt, signature: string | null): Promise<boolean> {
  const [row] = await tx<{ last_failure: string | null }[]>`
    select last_failure from sources where id = ${work.sourceId} and attempt = ${work.attempt} for no key update`;
  if (signature !== null && row?.last_failure === signature) return true;
  if ((await advance(tx, work, 'requeue')) !== null && signature !== null)
    await tx`update sources set last_failure = ${signature} where id = ${work.sourceId}`;
  return false;
}

/** Starts the work from the beginning, no matter how far a dead worker got; null if the work is done or was removed. */
export async function claim(db: Pool, work: Attempt): Promise<Claim | null> {
  return transaction(db, async (tx) => {
    if ((await advance(tx, work, 'requeue')) === null) return null;
    await advance(tx, work, 'probe');
    const [row] = await tx<Claim[]>`
      select s.id as "sourceId", s.attempt, s.owner_kind as "ownerKind", s.owner_id as "ownerId", s.user_id as "userId",
        s.storage_key as "storageKey", s.title_guess as "titleGuess", s.mime, s.bytes, u.plan
      from sources s join users u on u.id = s.user_id where s.id = ${work.sourceId}`;
    return row ?? null;
  });
}

/** Records the percent while the source still has the status that it belongs to; false otherwise. */
export async function recordProgress(
  db: Pool,
  { sourceId, attempt }: Attempt,
  status: Status,
  progress: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const change = tx`
      update sources set progress = ${progress}, updated_at = now()
      where id = ${sourceId} and attempt = ${attempt} and status = ${status}`;
    return (await changeStatus(tx, change)) > 0;
  });
}

/** Records the rendition that can already be played before the others are done; false when the attempt has ended. */
export async function setPlayable(
  db: Db,
  { sourceId, attempt }: Attempt,
  part: Pick<Playable, 'kind' | 'width' | 'height' | 'duration' | 'loudness'> & { playback: Playback[] },
): Promise<boolean> {
  const rows = await db`
    update sources set type = ${part.kind}, width = ${part.width}, height = ${part.height},
      length_seconds = ${part.duration}, loudness_lufs = ${part.loudness?.integratedLufs ?? null},
      true_peak_dbtp = ${part.loudness?.truePeakDbtp ?? null}, playback = ${db.json(part.playback as never)}
    where id = ${sourceId} and attempt = ${attempt} and status in ('transcoding', 'finishing') returning 1`;
  return rows.length > 0;
}

/**
 * Fails an attempt: its owner sees the error, and its place in the plan is given back and counted as a failure. False
 * when this attempt had ended already, even if another has begun since. Needs a transaction; afterwards `removeDue`
 * removes the files that it released.
 */
export async function fail(
  tx: Tx,
  { sourceId, attempt }: Attempt,
  error: { id: string; message: string },
): Promise<boolean> {
  const [row] = await tx<{ status: Status }[]>`
    select status from sources where id = ${sourceId} and attempt = ${attempt} for no key update`;
  if (row === undefined || nextStatus(row.status, 'fail') !== 'failed') return false;
  await changeStatus(
    tx,
    tx`
      update sources set status = 'failed', error_id = ${error.id}, error_message = ${error.message}, playback = '[]',
        updated_at = now() where id = ${sourceId}`,
  );
  await tx`update upload_ledger set refunded_at = now() where source_id = ${sourceId} and refunded_at is null`;
  await deleteEarlyVideo(tx, sourceId);
  await recordFailure(tx, sourceId);
  return true;
}

/** A rendition of a source, as a row. */
export interface NewRendition extends Omit<Output, 'name' | 'codecs'> {
  id: string;
  storageKey: string;
  codecs: string;
}

export async function insertRenditions(tx: Db, sourceId: string, renditions: NewRendition[]): Promise<void> {
  const rows = renditions.map((one) => ({
    id: one.id,
    source_id: sourceId,
    role: one.role,
    storage_key: one.storageKey,
    mime: one.mime,
    codecs: one.codecs,
    bitrate: one.bitrate,
    width: one.width,
    height: one.height,
    bytes: one.bytes,
    sha256: Buffer.from(one.sha256, 'hex'),
    duration: one.duration,
  }));
  await tx`delete from renditions where source_id = ${sourceId}`;
  if (rows.length > 0) await tx`insert into renditions ${tx(rows)}`;
}

/** The findings about a source, and the ways to play it. */
export interface Finished {
  type: 'song' | 'video';
  length: number;
  width: number | null;
  height: number | null;
  loudness: number | null;
  truePeak: number | null;
  playback: Playback[];
  poster: string | null;
  probe: unknown;
  report: unknown;
  peaks: number[] | null;
}

export async function writeFinished(tx: Db, sourceId: string, done: Finished): Promise<void> {
  await tx`
    update sources set type = ${done.type}, length_seconds = ${done.length}, width = ${done.width},
      height = ${done.height}, loudness_lufs = ${done.loudness}, true_peak_dbtp = ${done.truePeak},
      playback = ${tx.json(done.playback as never)}, poster = ${done.poster}, probe = ${tx.json(done.probe as never)},
      report = ${tx.json(done.report as never)}, peaks = ${done.peaks === null ? null : Buffer.from(done.peaks)}
    where id = ${sourceId}`;
}

/** Counts the upload against the plan again. */
export async function chargeAgain(tx: Db, sourceId: string): Promise<void> {
  await tx`update upload_ledger set refunded_at = null where source_id = ${sourceId}`;
}

/** The number of this account's files that are waiting or being processed. */
export async function countWaiting(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from sources where user_id = ${userId} and status not in ('complete', 'failed')`;
  return row?.n ?? 0;
}

/** The number of this account's files that are waiting or being processed in the lane for long work. */
export async function countLongWork(tx: Db, userId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from pgboss.job j join sources s on s.id::text = j.data->>'sourceId'
    where j.name = 'transcode-long' and j.state < 'completed' and s.user_id = ${userId}`;
  return row?.n ?? 0;
}

/**
 * Jobs that may end for one attempt, one after the other, before it counts as exhausted. A worker that is stopped ends
 * a job, too.
 */
const MAX_JOBS = 20;

export interface Orphaned extends Attempt {
  /** The job of this attempt used up all its tries, or MAX_JOBS jobs ended and the attempt is still not done. */
  exhausted: boolean;
}

/**
 * Unfinished files that have no job for their attempt, for example because a worker died at its last try. The rows stay
 * locked until the transaction ends, and concurrent calls skip them. A source that changed after this query began has a
 * new `updated_at` and is skipped as well, so the result is still true under the lock.
 */
export async function findOrphaned(tx: Db): Promise<Orphaned[]> {
  return tx<Orphaned[]>`
    select s.id as "sourceId", s.attempt, (
      select count(*) filter (where j.state = 'failed') > 0 or count(*) >= ${MAX_JOBS} from pgboss.job j
      where j.name in ('transcode', 'transcode-long') and j.data->>'sourceId' = s.id::text
        and coalesce((j.data->>'attempt')::int, 1) = s.attempt
    ) as exhausted
    from sources s
    where s.status not in ('complete', 'failed') and s.updated_at < now() - interval '1 minute'
      and not exists (
        select 1 from pgboss.job j
        where j.name in ('transcode', 'transcode-long') and j.state < 'completed' and j.data->>'sourceId' = s.id::text
          and coalesce((j.data->>'attempt')::int, 1) = s.attempt)
    order by s.updated_at limit 100 for no key update of s skip locked`;
}
