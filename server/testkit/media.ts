import type { Db } from '../platform/db/connection.ts';
import { newId } from '../platform/ids.ts';
import type { Attempt } from '../pipeline/processing/attempt.ts';

export interface MediaSeed {
  musicianId: string;
  title?: string;
  type?: 'song' | 'video';
  status?: 'queued' | 'probing' | 'transcoding' | 'finishing' | 'complete' | 'failed';
  published?: boolean;
  publishedAt?: Date;
  allowCuration?: boolean;
  /** The three scores. An average of 60 or more is curated, a lower one rejected. */
  scores?: [number, number, number];
  genreId?: string | null;
  moodId?: string | null;
  allowPerfectlySeasoned?: boolean;
  pinned?: boolean;
  /** Seconds. */
  length?: number;
}

/**
 * Inserts a song or video as the pipeline would leave it, without its files; returns its id. For tests of later steps.
 */
export async function insertMedia(db: Db, seed: MediaSeed): Promise<string> {
  const id = newId();
  const sourceId = newId();
  const status = seed.status ?? 'complete';
  const published = seed.published ?? status === 'complete';
  const { scores, genreId, moodId, allowPerfectlySeasoned, pinned } = seed;
  const verdict = scores === undefined ? null : sum(scores) >= 180 ? 'curated' : 'rejected';
  const at = seed.publishedAt ?? new Date();
  // Columns that a test doesn't set keep the schema's defaults, so that tests also cover these.
  const row: Record<string, unknown> = {
    id,
    musician_id: seed.musicianId,
    title: seed.title ?? `Song ${id.slice(-6)}`,
    type: seed.type ?? 'song',
    filename: 'song.mp3',
    ...(status === 'complete' ? { source_id: sourceId, availability: 'complete' } : { next_source_id: sourceId }),
    ...(published && { published, published_at: at }),
    ...((seed.allowCuration ?? (verdict !== null && published)) && { allow_curation: true }),
    ...((seed.allowCuration || verdict !== null) && { first_submitted_at: at }),
    ...(allowPerfectlySeasoned !== undefined && { allow_perfectly_seasoned: allowPerfectlySeasoned }),
    ...(pinned !== undefined && { pinned }),
    ...(scores && { verdict, storytelling: scores[0], execution: scores[1], thumbnail_art: scores[2], curated_at: at }),
    ...(verdict === 'rejected' && { rejected_at: at }),
    ...(genreId && { genre_id: genreId, genre_curated_at: at }),
    ...(moodId && { mood_id: moodId, mood_curated_at: at }),
  };
  await insertSourceRow(db, {
    id: sourceId,
    owner_id: id,
    user_id: seed.musicianId,
    type: seed.type ?? 'song',
    status,
    length_seconds: seed.length ?? 100,
    ...(status === 'failed' && { error_id: newId(), error_message: 'This file could not be processed.' }),
  });
  await db`insert into media ${db(row)}`;
  return id;
}

/**
 * Inserts the source of a song or video as an upload would leave it, without its file. `row` has columns of `sources`.
 */
async function insertSourceRow(db: Db, row: Record<string, unknown>): Promise<void> {
  const { id, owner_id: owner } = row;
  const made = {
    owner_kind: 'media',
    type: 'song',
    storage_key: `originals/${String(owner)}/${String(id)}`,
    sha256: Buffer.alloc(32),
    bytes: 10,
    mime: 'audio/mpeg',
    demuxer: 'mp3',
    filename: 'song.mp3',
  };
  await db`insert into sources ${db({ ...made, ...row } as never)}`;
}

/** Changes columns of the source that a song or video uses. */
export async function changeSource(db: Db, mediaId: string, change: Record<string, unknown>): Promise<void> {
  await db`
    update sources set ${db(change as never)}
    where id = (select coalesce(source_id, next_source_id) from media where id = ${mediaId})`;
}

/** A time for `updated_at` of a source, so late that the source isn't considered lost during a test. */
export const tomorrow = (): Date => new Date(Date.now() + 24 * 3600 * 1000);

/** The newest attempt at the newest source of a song or video, which jobs refer to. */
export async function attemptOf(db: Db, mediaId: string): Promise<Attempt> {
  const [row] = await db<Attempt[]>`
    select s.id as "sourceId", s.attempt from media m join sources s on s.id = coalesce(m.next_source_id, m.source_id)
    where m.id = ${mediaId}`;
  if (row === undefined) throw new Error(`There is no media ${mediaId}.`);
  return row;
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0);

/** Sets the status of the only source of a song or video, and the columns that processing would change with it. */
export async function setStatus(db: Db, mediaId: string, status: 'transcoding' | 'complete'): Promise<void> {
  await changeSource(db, mediaId, { status });
  const done = status === 'complete';
  await db`
    update media set availability = ${done ? 'complete' : 'pending'}, published = ${done} and published,
      source_id = case when ${done} then coalesce(source_id, next_source_id) end,
      next_source_id = case when not ${done} then coalesce(source_id, next_source_id) end
    where id = ${mediaId}`;
}

/**
 * Inserts a complete source of 200 seconds without files for every song or video that refers to a missing source, all
 * at once. Call it in the transaction that inserted them.
 */
export async function insertMissingSources(tx: Db): Promise<void> {
  await tx`
    insert into sources (id, owner_kind, owner_id, user_id, storage_key, sha256, bytes, mime, demuxer, filename, type,
      status, length_seconds, playback)
    select m.source_id, 'media', m.id, m.musician_id, 'originals/' || m.id || '/' || m.source_id, '', 10, 'audio/mpeg',
      'mp3', 'song.mp3', m.type, 'complete', 200,
      '[{"key":"media/x/y/song.m4a","type":"audio/mp4","codecs":"mp4a.40.2","bitrate":192000,"width":null,"height":null}]'
    from media m where not exists (select 1 from sources s where s.id = m.source_id) and m.source_id is not null`;
}
