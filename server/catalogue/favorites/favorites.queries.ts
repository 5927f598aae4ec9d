import { MAX_NAMED } from '@scoville/contract/catalogue/favorites.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Slice } from '../../platform/http/paging.ts';

/** The media among these that are favorites of an account. */
export async function favoritesAmong(db: Db, userId: string, mediaIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select media_id as id from favorites where user_id = ${userId} and media_id = any(${[...mediaIds]}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** An account's favorites, latest first. */
export async function favoriteIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select media_id as id from favorites where user_id = ${userId} order by created_at desc, media_id limit ${MAX_NAMED}`;
  return rows.map(({ id }) => id);
}

/**
 * Adds favorites; returns how many are new. The caller must have locked the media, because the counters would otherwise
 * be locked in any order.
 */
export async function insertFavorites(tx: Tx, userId: string, mediaIds: readonly string[]): Promise<number> {
  const rows = await tx`
    insert into favorites (user_id, media_id) select ${userId}::uuid, * from unnest(${[...mediaIds]}::uuid[])
    on conflict do nothing`;
  return rows.count;
}

export async function deleteFavorite(tx: Tx, userId: string, mediaId: string): Promise<void> {
  await tx`delete from favorites where user_id = ${userId} and media_id = ${mediaId}`;
}

/** Locks a media item, without a check of its visibility, before its counter changes; null if it was deleted. */
export async function lockCount(tx: Tx, mediaId: string): Promise<string | null> {
  const [row] = await tx<{ id: string }[]>`select id from media where id = ${mediaId} for no key update`;
  return row?.id ?? null;
}

/** The number of accounts that have a media item as favorite; 0 if this account may not see the item. */
export async function rememberCount(db: Db, userId: string, mediaId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select remember_count as n from media m where id = ${mediaId} and ${isShownTo(db, userId)}`;
  return row?.n ?? 0;
}

/** The media among these that an account may see and that are not among its favorites yet. */
export async function newAmong(db: Db, userId: string, mediaIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from media m where id = any(${[...mediaIds]}::uuid[]) and ${isShownTo(db, userId)}
      and not exists (select 1 from favorites f where f.user_id = ${userId} and f.media_id = m.id)`;
  return rows.map(({ id }) => id);
}

/** Locks those of these media that no other transaction has locked, and returns them. */
export async function lockFree(tx: Tx, mediaIds: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from media where id = any(${[...mediaIds]}::uuid[]) for no key update skip locked`;
  return rows.map(({ id }) => id);
}

/** A favorite's place in the order of a seed. */
export type FavoritePlace = readonly [hash: string, id: string];

/** A page of an account's favorites in the order of a seed. Added or removed favorites don't move the others. */
export async function shuffledFavorites(
  db: Db,
  { userId, seed }: { userId: string; seed: number },
  { after, skip, limit }: Slice<FavoritePlace>,
): Promise<{ id: string; hash: string }[]> {
  return db<{ id: string; hash: string }[]>`
    select id, hash::text from (
      select m.id, uuid_hash_extended(m.id, ${seed}) as hash from favorites f join media m on m.id = f.media_id
      where f.user_id = ${userId} and ${isShownTo(db, userId)}) own
    ${after === null ? db`` : db`where (hash, id) > (${after[0]}::text::bigint, ${after[1]}::uuid)`}
    order by own.hash, id limit ${limit} offset ${skip}`;
}

/** Public media, and the account's own. */
const isShownTo = (db: Db, userId: string) => db`(m.band is not null or m.musician_id = ${userId})`;
