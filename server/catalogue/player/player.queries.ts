import type { Db, Tx } from '../../platform/db/connection.ts';

/** The contents of an account's player. */
interface PlayerRow {
  device: string;
  media_ids: string[];
  place: number;
  seconds: number;
  repeat: 'off' | 'all' | 'one';
  unshuffled: string[] | null;
  seed: number | null;
  saved_at: Date;
}

export async function findPlayer(db: Db, userId: string): Promise<PlayerRow | null> {
  const [row] = await db<PlayerRow[]>`
    select device, media_ids, place, seconds, repeat, unshuffled, seed::float8 as seed, saved_at
    from players where user_id = ${userId}`;
  return row ?? null;
}

/** Replaces the stored player; returns the time of the change. */
export async function putPlayer(tx: Tx, userId: string, player: Omit<PlayerRow, 'saved_at'>): Promise<Date> {
  const { device, media_ids: mediaIds, place, seconds, repeat, unshuffled, seed } = player;
  const [row] = await tx<{ saved_at: Date }[]>`
    insert into players (user_id, device, media_ids, place, seconds, repeat, unshuffled, seed)
    values (${userId}, ${device}, ${mediaIds}::uuid[], ${place}, ${seconds}, ${repeat}, ${unshuffled}::uuid[], ${seed})
    on conflict (user_id) do update set device = excluded.device, media_ids = excluded.media_ids, place = excluded.place,
      seconds = excluded.seconds, repeat = excluded.repeat, unshuffled = excluded.unshuffled, seed = excluded.seed,
      saved_at = now()
    returning saved_at`;
  return row!.saved_at;
}

/** Deletes the stored player; returns whether there was one. */
export async function deletePlayer(tx: Tx, userId: string): Promise<boolean> {
  return (await tx`delete from players where user_id = ${userId}`).count > 0;
}
