import type { Db } from '../../platform/db/connection.ts';
import type { Playback } from '../../pipeline/processing/attempt.ts';
import type { Status } from '@scoville/contract/pipeline/processing.ts';

/**
 * A media item with its musician, genre, mood, open review, and the source that is shown: the one in force, or the one
 * being processed until the first is complete. `presentMedia` needs all of this.
 */
export interface MediaRow {
  id: string;
  musician_id: string;
  title: string;
  description: string;
  tags: string[];
  /** The musician's genres, their slugs, and the id of the reviewers' genre for each slug, or '' without one. */
  genres: string[];
  genre_slugs: string[];
  own_genre_ids: string[];
  type: 'song' | 'video';
  production_type: 'Digital' | 'Live Instruments' | null;
  filename: string;
  status: Status;
  progress: number;
  error_id: string | null;
  error_message: string | null;
  /** The source in force; null until the first one is complete. */
  source_id: string | null;
  /** The source that is being processed or failed. */
  next_source_id: string | null;
  shown_source_id: string;
  length_seconds: number | null;
  width: number | null;
  height: number | null;
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
  playback: Playback[];
  /** A storage key. */
  poster: string | null;
  artwork_version: number;
  background: string | null;
  position: number | null;
  published: boolean;
  published_at: Date | null;
  allow_curation: boolean;
  first_submitted_at: Date | null;
  allow_perfectly_seasoned: boolean;
  pinned: boolean;
  verdict: 'curated' | 'rejected' | null;
  storytelling: number | null;
  execution: number | null;
  thumbnail_art: number | null;
  curation_message: string | null;
  /** When the current verdict was given or last changed. */
  curated_at: Date | null;
  genre_id: string | null;
  mood_id: string | null;
  genre_curated_at: Date | null;
  mood_curated_at: Date | null;
  rejected_by: string | null;
  rejected_at: Date | null;
  rating_sum: number;
  rating_count: number;
  remember_count: number;
  play_count: number;
  share_count: number;
  comment_count: number;
  created_at: Date;
  updated_at: Date;
  band: number | null;
  /** The id of the private link and the time it was made; null without a link. */
  link_id: string | null;
  link_made_at: Date | null;
  /** When an administrator took the item down. */
  taken_down_at: Date | null;
  /** `published_at` and `allow_curation` as they were before the takedown. */
  published_before_takedown: Date | null;
  submitted_before_takedown: boolean;
  musician_username: string | null;
  musician_display_name: string;
  musician_is_master_chef: boolean;
  musician_image_version: number;
  genre_name: string | null;
  genre_slug: string | null;
  mood_name: string | null;
  mood_slug: string | null;
  rejecter_name: string | null;
  /**
   * The source that is being processed or failed. It is shown if it is the first one; otherwise it will replace the one
   * in force. Null when there is none.
   */
  next_status: Status | null;
  next_progress: number | null;
  next_error_id: string | null;
  next_error_message: string | null;
  /** Whether its original is still stored, so that it can be processed again. */
  next_keeps_original: boolean | null;
  review_due_at: Date | null;
}

/** The columns of a MediaRow; `m` is media, the rest comes from `mediaJoins`. */
export const mediaColumns = (db: Db) => db`
  m.*, u.username as musician_username, u.display_name as musician_display_name,
  u.is_master_chef as musician_is_master_chef, u.profile_image_version as musician_image_version,
  genre.name as genre_name, genre.slug as genre_slug, mood.name as mood_name, mood.slug as mood_slug,
  case when m.genre_slugs = '{}' then '{}' else array(
    select coalesce(c.id::text, '') from unnest(m.genre_slugs) with ordinality own(slug, place)
    left join categories c on c.kind = 'genre' and c.slug = own.slug order by place) end as own_genre_ids,
  rejecter.display_name as rejecter_name, review.due_at as review_due_at,
  s.id as shown_source_id, s.status, s.progress, s.error_id, s.error_message, s.length_seconds, s.width, s.height,
  s.loudness_lufs, s.true_peak_dbtp, s.playback, s.poster,
  n.status as next_status, n.progress as next_progress, n.error_id as next_error_id,
  n.error_message as next_error_message, n.original_removed_at is null and n.id is not null as next_keeps_original`;

/** Follows `from media m` or a join that yields `m`. */
export const mediaJoins = (db: Db) => db`
  join users u on u.id = m.musician_id
  join sources s on s.id = coalesce(m.source_id, m.next_source_id)
  left join sources n on n.id = m.next_source_id
  left join categories genre on genre.id = m.genre_id
  left join categories mood on mood.id = m.mood_id
  left join users rejecter on rejecter.id = m.rejected_by
  left join reviews review on review.media_id = m.id and review.decided_at is null`;

/** The rule of `linkRefusal`, as SQL. */
export const mayBeLinked = (db: Db) => db`(source_id is not null and not published and taken_down_at is null)`;

export async function findMedia(db: Db, id: string): Promise<MediaRow | null> {
  const [row] = await db<MediaRow[]>`select ${mediaColumns(db)} from media m ${mediaJoins(db)} where m.id = ${id}`;
  return row ?? null;
}

/** Reads a media item and locks it until the transaction ends. */
export async function lockMedia(tx: Db, id: string): Promise<MediaRow | null> {
  const locked = await tx`select 1 from media where id = ${id} for update`;
  return locked.length === 0 ? null : findMedia(tx, id);
}

/** Media in the order of the ids, without those that don't exist. */
export async function findMediaByIds(db: Db, ids: readonly string[]): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select ${mediaColumns(db)} from unnest(${[...ids]}::uuid[]) with ordinality as wanted(id, place)
    join media m on m.id = wanted.id ${mediaJoins(db)} order by place`;
}

export interface MediaDetail {
  peaks: Buffer | null;
  report: unknown;
  /** The storage key of the pictures for seeking, and the number of seconds that they cover. */
  sprite: string | null;
  pictureSeconds: number | null;
  /** Null while unknown, because the source has just been replaced. */
  hasTimedText: boolean | null;
}

/** The fields that only the page of a media item needs. */
export async function findMediaDetail(
  db: Db,
  { id, shown_source_id }: Pick<MediaRow, 'id' | 'shown_source_id'>,
): Promise<MediaDetail> {
  const [row] = await db<MediaDetail[]>`
    select s.peaks, s.report,
      (select r.storage_key from renditions r where r.source_id = s.id and r.role = 'sprite' limit 1) as sprite,
      (select r.duration from renditions r where r.source_id = s.id and r.role = 'hls-rendition' limit 1) as "pictureSeconds",
      exists (select from timed_texts t where t.media_id = ${id}) as "hasTimedText"
    from sources s where s.id = ${shown_source_id}`;
  return row ?? { peaks: null, report: null, sprite: null, pictureSeconds: null, hasTimedText: null };
}
