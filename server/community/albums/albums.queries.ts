import type { Db, Tx } from '../../platform/db/connection.ts';
import type { AlbumRow } from '../profiles/profile.queries.ts';

/** An album with the columns of its musician, for `presentMusician`. */
export interface AlbumOfMusicianRow extends AlbumRow {
  user_id: string;
  username: string | null;
  display_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
}

/** One album whose account isn't deleted; null if there is none. */
export async function findAlbum(db: Db, albumId: string): Promise<AlbumOfMusicianRow | null> {
  const [row] = await db<AlbumOfMusicianRow[]>`
    select a.id, a.title, a.release_date::text, a.website_url, a.credits, a.image_version, a.user_id,
      u.username, u.display_name, u.is_master_chef, u.profile_image_version
    from albums a join users u on u.id = a.user_id and u.deleted_at is null where a.id = ${albumId}`;
  return row ?? null;
}

/** The owner of an album; null if there is none. */
export async function findAlbumOwner(db: Db, albumId: string): Promise<string | null> {
  const [row] = await db<{ user_id: string }[]>`
    select a.user_id from albums a join users u on u.id = a.user_id and u.deleted_at is null where a.id = ${albumId}`;
  return row?.user_id ?? null;
}

/** The owner of an album, whose row is locked until the transaction ends. */
export async function lockAlbum(tx: Tx, albumId: string): Promise<string | null> {
  const [row] = await tx<{ user_id: string }[]>`select user_id from albums where id = ${albumId} for no key update`;
  return row?.user_id ?? null;
}

/** The songs of an album in its order, including those that not every viewer may hear. */
export async function listAlbumSongs(db: Db, albumId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select media_id as id from album_songs where album_id = ${albumId} order by position`;
  return rows.map(({ id }) => id);
}

/** The albums on which the second song directly follows the first, the oldest first. */
export async function findJoiningAlbums(db: Db, first: string, second: string): Promise<string[]> {
  const rows = await db<{ album_id: string }[]>`
    select one.album_id from album_songs one join album_songs two using (album_id)
    where one.media_id = ${first} and two.media_id = ${second}
      and two.position = (
        select min(position) from album_songs where album_id = one.album_id and position > one.position
      )
    order by one.album_id`;
  return rows.map(({ album_id: id }) => id);
}

/**
 * How many of these are songs of this musician. They are locked, so that they stay songs until the transaction ends.
 */
export async function lockOwnSongs(tx: Tx, userId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx`
    select 1 from media where id = any(${[...ids]}::uuid[]) and musician_id = ${userId} and type = 'song'
    order by id for no key update`;
  return rows.length;
}

/** Replaces the songs of a locked album with these, in this order. */
export async function writeAlbumSongs(
  tx: Tx,
  { albumId, userId }: { albumId: string; userId: string },
  ids: readonly string[],
): Promise<void> {
  await tx`delete from album_songs where album_id = ${albumId}`;
  await tx`
    insert into album_songs (album_id, media_id, user_id, position)
    select ${albumId}::uuid, media_id, ${userId}::uuid, place - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as song(media_id, place)`;
}
