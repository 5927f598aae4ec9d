import type { Db } from '../db/connection.ts';
import { newId } from '../ids.ts';

export interface MediaSeed {
  musicianId: string;
  title?: string;
  type?: 'song' | 'video';
  status?: 'queued' | 'probing' | 'transcoding' | 'finishing' | 'complete' | 'failed';
  published?: boolean;
  publishedAt?: Date;
  allowCuration?: boolean;
  /** The three scores; 60 or more on average is curated, less rejected. */
  scores?: [number, number, number];
  genreId?: string | null;
  moodId?: string | null;
  allowPerfectlySeasoned?: boolean;
  pinned?: boolean;
  /** Seconds. */
  length?: number;
}

/** A media as the pipeline would have left it, without its files; returns its id. For tests of what comes after. */
export async function insertMedia(db: Db, seed: MediaSeed): Promise<string> {
  const id = newId();
  const status = seed.status ?? 'complete';
  const published = seed.published ?? status === 'complete';
  const { scores, genreId, moodId, allowPerfectlySeasoned, pinned } = seed;
  const verdict = scores === undefined ? null : sum(scores) >= 180 ? 'curated' : 'rejected';
  const at = seed.publishedAt ?? new Date();
  // What a test does not ask for is what the schema says, so that its defaults are read by tests, too.
  const row: Record<string, unknown> = {
    id,
    musician_id: seed.musicianId,
    title: seed.title ?? `Song ${id.slice(-6)}`,
    type: seed.type ?? 'song',
    filename: 'song.mp3',
    status,
    length_seconds: seed.length ?? 100,
    ...(status === 'failed' && { error_id: newId(), error_message: 'This file could not be processed.' }),
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
  await db`insert into media ${db(row)}`;
  return id;
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0);
