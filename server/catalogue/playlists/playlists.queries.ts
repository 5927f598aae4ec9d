import type { PlaylistVisibility } from '@scoville/contract/catalogue/playlists/playlists.ts';
import type postgres from 'postgres';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Slice } from '../../platform/http/paging.ts';
import { isAdmin } from '../media/media.policy.ts';

/** The number of covers in a playlist's picture. */
const COVERS = 4;
/** The number of media at the beginning of a playlist that are searched for covers. */
const LOOKED_AT = 50;
/** The initial gap between two positions. It can be halved 32 times. */
const ROOM = 2 ** 32;

/** A playlist with its owner and the fields that depend on its viewer. `playlists.present.ts` needs all of this. */
export interface PlaylistRow {
  id: string;
  owner_id: string;
  name: string;
  description: string;
  visibility: PlaylistVisibility;
  created_at: Date;
  updated_at: Date;
  username: string | null;
  display_name: string;
  is_master_chef: boolean;
  profile_image_version: number;
  cover_ids: string[];
  media_count: number;
  /** Whether the playlist has the requested media item; null if none was requested. */
  holds: boolean | null;
}

/** The rule of `canSee` in SQL, for this viewer and the media that a query calls `m`. */
const isShownTo = (db: Db, viewer: Actor | null) =>
  isAdmin(viewer)
    ? db`true`
    : viewer === null
      ? db`m.band is not null`
      : db`(m.band is not null or m.musician_id = ${viewer.userId})`;

/**
 * Playlists with their owners, as this viewer may see them. `public_count` already counts the public media, so only
 * hidden media that the viewer may see are counted here.
 * @param found selects `p.*` of the playlists
 */
const present = (db: Db, viewer: Actor | null, found: postgres.Fragment, mediaId: string | null = null) => db`
  with page as materialized (${found})
  select p.id, p.owner_id, p.name, p.description, p.visibility, p.created_at, p.updated_at,
    u.username, u.display_name, u.is_master_chef, u.profile_image_version,
    array(
      select first.media_id from (
        select e.media_id, e.position from playlist_entries e where e.playlist_id = p.id
        order by e.position, e.media_id limit ${LOOKED_AT}
      ) first join media m on m.id = first.media_id
      where ${isShownTo(db, viewer)} order by first.position, first.media_id limit ${COVERS}
    ) as cover_ids,
    p.public_count + coalesce(hidden.n, 0) as media_count,
    ${
      mediaId === null
        ? db`null::boolean`
        : db`exists (select 1 from playlist_entries e where e.playlist_id = p.id and e.media_id = ${mediaId})`
    } as holds
  from page p join users u on u.id = p.owner_id and u.deleted_at is null
  left join (
    select e.playlist_id, count(*)::int as n from page join playlist_entries e on e.playlist_id = page.id
    join media m on m.id = e.media_id
    where ${viewer === null ? db`false` : db`m.band is null and ${isShownTo(db, viewer)}`} group by 1
  ) hidden on hidden.playlist_id = p.id
  order by p.updated_at desc, p.id desc`;

/** A playlist, without a check of its visibility, with the media fields for this viewer; null if it doesn't exist. */
export async function findPlaylist(db: Db, viewer: Actor | null, id: string): Promise<PlaylistRow | null> {
  const [row] = await db<PlaylistRow[]>`${present(db, viewer, db`select p.* from playlists p where p.id = ${id}`)}`;
  return row ?? null;
}

interface Wanted {
  viewer: Actor | null;
  ownerId: string;
  /** Whether to list public playlists only. */
  isPublic: boolean;
  /** The media item for which each playlist's `holds` is set. */
  mediaId: string | null;
}

/** A playlist's place in the list ordered by last change. */
export type PlaylistPlace = readonly [updatedAt: string, id: string];

/** A page of an account's playlists, ordered by last change, latest first. */
export async function listPlaylists(
  db: Db,
  { viewer, ownerId, isPublic, mediaId }: Wanted,
  { after, skip, limit }: Slice<PlaylistPlace>,
): Promise<PlaylistRow[]> {
  const page = db`
    select p.* from playlists p
    where p.owner_id = ${ownerId} ${isPublic ? db`and p.visibility = 'public'` : db``}
      ${after === null ? db`` : db`and (p.updated_at, p.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by p.updated_at desc, p.id desc limit ${limit} offset ${skip}`;
  return db<PlaylistRow[]>`${present(db, viewer, page, mediaId)}`;
}

/** An entry's place in the order of its playlist. */
export type EntryPlace = readonly [position: string, mediaId: string];

/** A page of the media in a playlist that this viewer may see, in its order. */
export async function listEntries(
  db: Db,
  { viewer, playlistId }: { viewer: Actor | null; playlistId: string },
  { after, skip, limit }: Slice<EntryPlace>,
): Promise<{ id: string; position: string }[]> {
  return db<{ id: string; position: string }[]>`
    select e.media_id as id, e.position::text from playlist_entries e join media m on m.id = e.media_id
    where e.playlist_id = ${playlistId} and ${isShownTo(db, viewer)}
      ${after === null ? db`` : db`and (e.position, e.media_id) > (${after[0]}::text::bigint, ${after[1]}::uuid)`}
    order by e.position, e.media_id limit ${limit} offset ${skip}`;
}

/** Locks an account against concurrent new playlists until the transaction ends; returns how many playlists it has. */
export async function lockAndCountPlaylists(tx: Tx, ownerId: string): Promise<number> {
  await tx`select 1 from users where id = ${ownerId} for no key update`;
  const [row] = await tx<{ n: number }[]>`select count(*)::int as n from playlists where owner_id = ${ownerId}`;
  return row?.n ?? 0;
}

type Words = Pick<PlaylistRow, 'name' | 'description' | 'visibility'>;

export async function insertPlaylist(tx: Tx, id: string, ownerId: string, words: Words): Promise<void> {
  await tx`insert into playlists ${tx({ id, owner_id: ownerId, ...words })}`;
}

/** Locks a playlist and its entries until the transaction ends; null if it doesn't exist. */
export async function lockPlaylist(
  tx: Tx,
  id: string,
): Promise<Pick<PlaylistRow, 'id' | 'owner_id' | 'visibility'> | null> {
  const [row] = await tx<Pick<PlaylistRow, 'id' | 'owner_id' | 'visibility'>[]>`
    select id, owner_id, visibility from playlists where id = ${id} for no key update`;
  return row ?? null;
}

export async function writePlaylist(tx: Tx, id: string, words: Partial<Words>): Promise<void> {
  await tx`update playlists set ${tx({ ...words, updated_at: new Date() })} where id = ${id}`;
}

export async function removePlaylist(tx: Tx, id: string): Promise<void> {
  await tx`delete from playlists where id = ${id}`;
}

export async function countEntries(tx: Tx, playlistId: string): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from playlist_entries where playlist_id = ${playlistId}`;
  return row?.n ?? 0;
}

/**
 * Finds those of these media that this account may see and that are not in the playlist yet, in their order. They are
 * locked until the transaction ends.
 */
export async function lockNewMedia(
  tx: Tx,
  actor: Actor,
  playlistId: string,
  ids: readonly string[],
): Promise<{ found: number; fresh: string[] }> {
  const rows = await tx<{ id: string; is_in: boolean }[]>`
    select m.id, exists (
      select 1 from playlist_entries e where e.playlist_id = ${playlistId} and e.media_id = m.id) as is_in
    from media m where m.id = any(${[...ids]}::uuid[]) and ${isShownTo(tx, actor)} order by m.id for key share of m`;
  const fresh = new Set(rows.filter((row) => !row.is_in).map(({ id }) => id));
  return { found: rows.length, fresh: [...new Set(ids)].filter((id) => fresh.has(id)) };
}

/** Appends media to a locked playlist. */
export async function appendEntries(
  tx: Tx,
  { id, owner_id: ownerId }: Pick<PlaylistRow, 'id' | 'owner_id'>,
  mediaIds: readonly string[],
): Promise<void> {
  await tx`
    insert into playlist_entries (playlist_id, media_id, owner_id, position)
    select ${id}::uuid, added.media_id, ${ownerId}::uuid,
      (select coalesce(max(position), 0) from playlist_entries where playlist_id = ${id}) + added.place * ${ROOM}::bigint
    from unnest(${[...mediaIds]}::uuid[]) with ordinality as added(media_id, place)`;
  await tx`update playlists set updated_at = now() where id = ${id}`;
}

/** Removes a media item from a locked playlist; false if it is not in it. */
export async function deleteEntry(tx: Tx, playlistId: string, mediaId: string): Promise<boolean> {
  const { count } = await tx`
    delete from playlist_entries where playlist_id = ${playlistId} and media_id = ${mediaId}`;
  if (count > 0) await tx`update playlists set updated_at = now() where id = ${playlistId}`;
  return count > 0;
}

/** The media among these that are in a playlist. */
export async function entriesAmong(db: Db, playlistId: string, mediaIds: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select media_id as id from playlist_entries
    where playlist_id = ${playlistId} and media_id = any(${[...mediaIds]}::uuid[])`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Moves a media item of a locked playlist behind another one or to the beginning. One row is written, unless there is
 * no room left between two positions: then all are renumbered, and this returns true.
 */
export async function moveEntry(tx: Tx, playlistId: string, mediaId: string, after: string | null): Promise<boolean> {
  if (after === mediaId) return false;
  const free = await freePosition(tx, playlistId, mediaId, after);
  const position = free ?? (await makeRoom(tx, playlistId, mediaId, after));
  await tx`
    update playlist_entries set position = ${position}::text::bigint
    where playlist_id = ${playlistId} and media_id = ${mediaId}`;
  return free === null;
}

/** A free position between the item `after` and the next item; null if their positions leave no gap. */
async function freePosition(tx: Tx, playlistId: string, mediaId: string, after: string | null): Promise<string | null> {
  const others = tx`playlist_entries where playlist_id = ${playlistId} and media_id <> ${mediaId}`;
  const [row] = await tx<{ low: string | null; high: string | null }[]>`
    with place as (select position, media_id from ${others} and media_id = ${after}::uuid)
    select (select position from place)::text as low,
      (select min(position) from ${others}
        and (${after}::uuid is null or (position, media_id) > (select position, media_id from place)))::text as high`;
  if (row === undefined) throw new Error('A query without a condition returned nothing.');
  const low = row.low === null ? null : BigInt(row.low);
  const high = row.high === null ? null : BigInt(row.high);
  if (high === null) return String((low ?? 0n) + BigInt(ROOM));
  if (low === null) return String(high - BigInt(ROOM));
  return high - low < 2n ? null : String(low + (high - low) / 2n);
}

/** Renumbers all positions with equal gaps, and returns a free one. */
async function makeRoom(tx: Tx, playlistId: string, mediaId: string, after: string | null): Promise<string> {
  await tx`
    update playlist_entries e set position = ordered.n * ${ROOM}::bigint
    from (select media_id, row_number() over (order by position, media_id) as n
          from playlist_entries where playlist_id = ${playlistId}) ordered
    where e.playlist_id = ${playlistId} and e.media_id = ordered.media_id`;
  const position = await freePosition(tx, playlistId, mediaId, after);
  if (position === null) throw new Error('There is no room between two positions that were just given.');
  return position;
}
