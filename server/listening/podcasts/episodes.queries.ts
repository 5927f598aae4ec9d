import type { Db } from '../../platform/db/connection.ts';

/** The files that podcast apps fetch, by the end of the address: the whole item as one file, or a video's playlist. */
export const FILES = { m4a: ['aac', 'hls-audio'], webm: ['opus'], mp4: ['mp4'], m3u8: ['hls-master'] } as const;
export type FileEnd = keyof typeof FILES;
type Role = (typeof FILES)[FileEnd][number];

export interface EpisodeFile {
  role: Role;
  mime: string;
  bytes: number;
  bitrate: number | null;
}

export interface EpisodeRow {
  id: string;
  title: string;
  description: string;
  /** The reviewers' genre first. */
  genres: string[];
  tags: string[];
  published_at: Date;
  updated_at: Date;
  length_seconds: number | null;
  has_picture: boolean;
  artwork_version: number;
  has_large_artwork: boolean;
  files: EpisodeFile[];
}

const ROLES = Object.values(FILES).flat();
/** The most media in a feed. Readers keep older ones themselves. */
const MOST = 300;
/** The most bytes of all descriptions. A feed has no room for more. */
const MAX_WORDS = 300_000;

/** A musician's published and playable media, latest first, as far as their descriptions fit into a feed. */
export const listEpisodes = (db: Db, musicianId: string): Promise<EpisodeRow[]> =>
  db<EpisodeRow[]>`
    with newest as materialized (
      select id, published_at, sum(words) over (order by published_at desc, id desc) as words from (
        select m.id, m.published_at, octet_length(m.description) as words from media m
        where m.musician_id = ${musicianId} and m.band is not null
          and exists (select 1 from renditions r where r.source_id = m.source_id and r.role = any(${['aac', 'hls-audio', 'mp4']}))
        order by m.published_at desc, m.id desc limit ${MOST}) episodes
    )
    select m.id, m.title, m.description, m.tags,
      array_remove(array[g.name], null)
        || array(select own.name from unnest(m.genres, m.genre_slugs) with ordinality own(name, slug, place)
          where own.slug is distinct from g.slug order by own.place) as genres,
      coalesce(m.published_at, m.created_at) as published_at, m.updated_at,
      s.length_seconds, m.artwork_version, m.has_large_artwork, m.artwork_version > 0 or s.poster is not null as has_picture,
      (select jsonb_agg(jsonb_build_object('role', r.role, 'mime', r.mime, 'bytes', r.bytes, 'bitrate', r.bitrate))
       from renditions r where r.source_id = s.id and r.role = any(${ROLES})) as files
    from newest join media m on m.id = newest.id join sources s on s.id = m.source_id left join categories g on g.id = m.genre_id
    where newest.words <= ${MAX_WORDS} order by newest.published_at desc, newest.id desc`;

/** The storage key of a public media item's file; null if it has none of this kind, or isn't public. */
export async function findFile(db: Db, mediaId: string, end: FileEnd): Promise<string | null> {
  const [row] = await db<{ key: string }[]>`
    select r.storage_key as key from media m join renditions r on r.source_id = m.source_id
    where m.id = ${mediaId} and m.band is not null and r.role = any(${[...FILES[end]]}) order by r.role limit 1`;
  return row?.key ?? null;
}

interface PictureRow {
  artwork_version: number;
  has_large_artwork: boolean;
  poster: string | null;
}

/** The sources of a public media item's picture; null if it has none, or isn't public. */
export async function findPicture(db: Db, mediaId: string): Promise<PictureRow | null> {
  const [row] = await db<PictureRow[]>`
    select m.artwork_version, m.has_large_artwork, s.poster from media m join sources s on s.id = m.source_id
    where m.id = ${mediaId} and m.band is not null`;
  return row ?? null;
}
