import type { Db, Tx } from '../../platform/db/connection.ts';

/** Stores the stars that an account gave a media item, replacing the account's earlier stars. */
export async function putRating(tx: Tx, userId: string, mediaId: string, stars: number): Promise<void> {
  await tx`
    insert into ratings (media_id, user_id, stars) values (${mediaId}, ${userId}, ${stars})
    on conflict (media_id, user_id) do update set stars = excluded.stars, updated_at = now()`;
}

export async function deleteRating(tx: Tx, userId: string, mediaId: string): Promise<void> {
  await tx`delete from ratings where media_id = ${mediaId} and user_id = ${userId}`;
}

/** The stars that an account gave a media item, or null. */
export async function findRating(db: Db, userId: string, mediaId: string): Promise<number | null> {
  const [row] = await db<{ stars: number }[]>`
    select stars from ratings where media_id = ${mediaId} and user_id = ${userId}`;
  return row?.stars ?? null;
}

/** The media whose ratings include an account's stars. */
export async function ratedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`select media_id as id from ratings where user_id = ${userId}`;
  return rows.map(({ id }) => id);
}
