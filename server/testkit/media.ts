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
  const [storytelling, execution, thumbnailArt] = seed.scores ?? [null, null, null];
  const verdict = seed.scores === undefined ? null : sum(seed.scores) >= 180 ? 'curated' : 'rejected';
  const at = seed.publishedAt ?? new Date();
  await db`
    insert into media ${db({
      id,
      musician_id: seed.musicianId,
      title: seed.title ?? `Song ${id.slice(-6)}`,
      type: seed.type ?? 'song',
      filename: 'song.mp3',
      status,
      error_id: status === 'failed' ? newId() : null,
      error_message: status === 'failed' ? 'This file could not be processed.' : null,
      length_seconds: seed.length ?? 100,
      published,
      published_at: published ? at : null,
      allow_curation: seed.allowCuration ?? (verdict !== null && published),
      first_submitted_at: seed.allowCuration || verdict !== null ? at : null,
      allow_perfectly_seasoned: seed.allowPerfectlySeasoned ?? true,
      pinned: seed.pinned ?? false,
      verdict,
      storytelling,
      execution,
      thumbnail_art: thumbnailArt,
      genre_id: seed.genreId ?? null,
      genre_curated_at: seed.genreId ? at : null,
      mood_id: seed.moodId ?? null,
      mood_curated_at: seed.moodId ? at : null,
      curated_at: verdict === null ? null : at,
      rejected_at: verdict === 'rejected' ? at : null,
    })}`;
  return id;
}

const sum = (scores: readonly number[]): number => scores.reduce((total, score) => total + score, 0);
