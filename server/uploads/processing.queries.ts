import { type ProcessingEvent, type Status, nextStatus } from '@scoville/contract/processing.ts';
import type { Playable } from '../ffmpeg/process.ts';
import type { Playback } from '../media/media.queries.ts';
import { mediaProgressed } from '../media/media.events.ts';
import { type Db, type Pool, transaction } from '../db/connection.ts';
import { noteFailure } from './failed-files.ts';

/** A media in one of its attempts: the first is its upload, each retry of its owner begins another. */
export interface Attempt {
  mediaId: string;
  attempt: number;
}

/** What its worker makes of an attempt, short of its failure. */
export type Step = Exclude<ProcessingEvent, 'fail' | 'retry'>;

/** A file that is worked on: what the story needs of its rows. */
export interface Claim extends Attempt {
  userId: string;
  sourceId: string;
  /** The original in the store. */
  storageKey: string;
  titleGuess: string;
  mime: string;
  /** Of the original. */
  bytes: number;
  /** Of its musician. */
  plan: string;
  artworkVersion: number;
}

/**
 * Moves a media to what the event makes of its status; null when the event may not happen (somebody else was faster,
 * the owner began another attempt, or the media is gone). The row stays locked until the transaction ends.
 */
export async function advance(tx: Db, { mediaId, attempt }: Attempt, event: Step): Promise<Status | null> {
  const [row] = await tx<{ status: Status }[]>`
    select status from media where id = ${mediaId} and attempt = ${attempt} for no key update`;
  const next = row === undefined ? null : nextStatus(row.status, event);
  if (next === null) return null;
  // What waits for another try has nothing to show.
  const progress = next === 'queued' ? tx`, progress = 0` : tx``;
  await tx`update media set status = ${next}, updated_at = now()${progress} where id = ${mediaId}`;
  await touch(tx, mediaId);
  return next;
}

/** Begins the next attempt of a media that failed and returns it; null when it did not fail, or is gone. */
export async function beginAttempt(tx: Db, mediaId: string): Promise<Attempt | null> {
  const [row] = await tx<{ status: Status; attempt: number }[]>`
    select status, attempt from media where id = ${mediaId} for no key update`;
  const next = row === undefined ? null : nextStatus(row.status, 'retry');
  if (row === undefined || next === null) return null;
  const attempt = row.attempt + 1;
  await tx`
    update media set status = ${next}, attempt = ${attempt}, error_id = null, error_message = null,
      last_failure = null, progress = 0, updated_at = now()
    where id = ${mediaId}`;
  await touch(tx, mediaId);
  return { mediaId, attempt };
}

/**
 * Puts a file whose try failed back into the queue and notes in which way, if the way says anything. True when the try
 * before failed in the same way: then it stays where it is. Needs a transaction.
 */
export async function requeueUnlessTwice(tx: Db, work: Attempt, way: string | null): Promise<boolean> {
  const [row] = await tx<{ last_failure: string | null }[]>`
    select last_failure from media where id = ${work.mediaId} and attempt = ${work.attempt} for no key update`;
  if (way !== null && row?.last_failure === way) return true;
  if ((await advance(tx, work, 'requeue')) !== null && way !== null)
    await tx`update media set last_failure = ${way} where id = ${work.mediaId}`;
  return false;
}

/** Something of the processing moved: its entry is not stale, and whoever watches is told. */
async function touch(tx: Db, mediaId: string): Promise<void> {
  await tx`update uploads set updated_at = now() where media_id = ${mediaId} and removed_at is null`;
  await mediaProgressed(tx, mediaId);
}

/** Begins the work from the start, whatever a dead worker left; null when there is nothing (more) to do. */
export async function claim(db: Pool, work: Attempt): Promise<Claim | null> {
  return transaction(db, async (tx) => {
    if ((await advance(tx, work, 'requeue')) === null) return null;
    await advance(tx, work, 'probe');
    await tx`update media set progress = 0, playback = '[]' where id = ${work.mediaId}`;
    const [row] = await tx<Claim[]>`
      select m.id as "mediaId", m.attempt, m.musician_id as "userId", s.id as "sourceId", s.storage_key as "storageKey",
        s.title_guess as "titleGuess", s.mime, s.bytes, u.plan, m.artwork_version as "artworkVersion"
      from media m join sources s on s.id = m.source_id join users u on u.id = m.musician_id
      where m.id = ${work.mediaId}`;
    return row ?? null;
  });
}

/** Notes percent while the status is still the one that they belong to; false when it is not. */
export async function noteProgress(
  db: Pool,
  { mediaId, attempt }: Attempt,
  status: Status,
  progress: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const rows = await tx`
      update media set progress = ${progress}
      where id = ${mediaId} and attempt = ${attempt} and status = ${status} returning 1`;
    await touch(tx, mediaId);
    return rows.length > 0;
  });
}

/** What can be played already, before everything is done. */
export async function setPlayable(
  db: Db,
  { mediaId, attempt }: Attempt,
  part: Pick<Playable, 'kind' | 'width' | 'height' | 'duration' | 'loudness'> & { playback: Playback[] },
): Promise<void> {
  await db`
    update media set type = ${part.kind}, width = ${part.width}, height = ${part.height},
      length_seconds = ${part.duration}, loudness_lufs = ${part.loudness?.integratedLufs ?? null},
      true_peak_dbtp = ${part.loudness?.truePeakDbtp ?? null}, playback = ${db.json(part.playback as never)}
    where id = ${mediaId} and attempt = ${attempt} and status in ('transcoding', 'finishing')`;
}

/**
 * The end that its owner sees; what the upload took from the plan is given back, and counted as a failure. False when
 * this attempt had ended already, whatever has begun since. Needs a transaction; what it lets go of is removed by
 * `removeDue`.
 */
export async function fail(
  tx: Db,
  { mediaId, attempt }: Attempt,
  error: { id: string; message: string },
): Promise<boolean> {
  const [row] = await tx<{ status: Status }[]>`
    select status from media where id = ${mediaId} and attempt = ${attempt} for no key update`;
  if (row === undefined || nextStatus(row.status, 'fail') !== 'failed') return false;
  await tx`
    update media set status = 'failed', error_id = ${error.id}, error_message = ${error.message}, playback = '[]',
      updated_at = now() where id = ${mediaId}`;
  await touch(tx, mediaId);
  await tx`update upload_ledger set refunded_at = now() where media_id = ${mediaId} and refunded_at is null`;
  await noteFailure(tx, mediaId);
  return true;
}

export interface NewRendition {
  id: string;
  role: string;
  storageKey: string;
  mime: string;
  codecs: string;
  bitrate: number | null;
  width: number | null;
  height: number | null;
  bytes: number;
  sha256: string;
  duration: number | null;
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

export interface Finished {
  type: 'song' | 'video';
  length: number;
  width: number | null;
  height: number | null;
  loudness: number | null;
  truePeak: number | null;
  playback: Playback[];
  poster: string | null;
  artworkVersion: number;
  background: string | null;
}

export async function writeFinished(tx: Db, { mediaId, sourceId }: Claim, done: Finished): Promise<void> {
  await tx`
    update media set type = ${done.type}, length_seconds = ${done.length}, width = ${done.width},
      height = ${done.height}, loudness_lufs = ${done.loudness}, true_peak_dbtp = ${done.truePeak},
      playback = ${tx.json(done.playback as never)}, poster = ${done.poster}, artwork_version = ${done.artworkVersion},
      background = ${done.background}, source_id = ${sourceId}, progress = 100
    where id = ${mediaId}`;
}

export async function writeFindings(
  tx: Db,
  sourceId: string,
  found: { probe: unknown; report: unknown; peaks: number[] | null },
): Promise<void> {
  await tx`
    update sources set probe = ${tx.json(found.probe as never)}, report = ${tx.json(found.report as never)},
      peaks = ${found.peaks === null ? null : Buffer.from(found.peaks)} where id = ${sourceId}`;
}

/** Fills in what the file says of itself, where its musician has not written anything yet. */
export async function suggest(
  db: Db,
  mediaId: string,
  guess: string,
  tags: { title: string | null; description: string | null; tags: string[] },
): Promise<void> {
  await db`
    update media set
      title = case when title = ${guess} then coalesce(${tags.title}, title) else title end,
      description = case when description = '' then ${tags.description ?? ''} else description end,
      tags = case when tags = '{}' then ${tags.tags}::text[] else tags end
    where id = ${mediaId}`;
}

/** Whoever has a whole media is a musician. */
export async function makeMusician(tx: Db, userId: string): Promise<void> {
  await tx`update users set type = 'Musician' where id = ${userId} and type = 'Listener'`;
}

/** The upload counts against the plan again. */
export async function chargeAgain(tx: Db, mediaId: string): Promise<void> {
  await tx`update upload_ledger set refunded_at = null where media_id = ${mediaId}`;
}

/** The entry that its owner watches comes back, under a name that is free. */
export async function showAgain(tx: Db, mediaId: string, shownName: string): Promise<void> {
  await tx`
    update uploads set removed_at = null, file_name = ${shownName}, updated_at = now()
    where media_id = ${mediaId} and removed_at is not null`;
}

/** How many files of this account wait or are worked on in the lane for long work. */
export async function countLongWork(tx: Db, userId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from pgboss.job j join media m on m.id::text = j.data->>'mediaId'
    where j.name = 'transcode-long' and j.state < 'completed' and m.musician_id = ${userId}`;
  return row?.n ?? 0;
}

/** Jobs that may end without an end for their attempt, one after the other; a worker that is stopped leaves one, too. */
const MOST_JOBS = 20;

export interface Lost extends Attempt {
  /** The job of this attempt used up all its tries, or jobs end again and again and it is still not done. */
  exhausted: boolean;
}

/**
 * Files that should be worked on and that no job of their attempt is about: what a worker leaves that died at its last
 * try. The rows stay locked until the transaction ends, and others looking at the same time pass them by. A media that
 * changed after this began has a new `updated_at` and is passed by as well, so what is said here holds under the lock.
 */
export async function findLost(tx: Db): Promise<Lost[]> {
  return tx<Lost[]>`
    select m.id as "mediaId", m.attempt, (
      select count(*) filter (where j.state = 'failed') > 0 or count(*) >= ${MOST_JOBS} from pgboss.job j
      where j.name in ('transcode', 'transcode-long') and j.data->>'mediaId' = m.id::text
        and coalesce((j.data->>'attempt')::int, 1) = m.attempt
    ) as exhausted
    from media m
    where m.status not in ('complete', 'failed') and m.updated_at < now() - interval '1 minute'
      and not exists (
        select 1 from pgboss.job j
        where j.name in ('transcode', 'transcode-long') and j.state < 'completed' and j.data->>'mediaId' = m.id::text
          and coalesce((j.data->>'attempt')::int, 1) = m.attempt)
    order by m.updated_at limit 100 for no key update of m skip locked`;
}
