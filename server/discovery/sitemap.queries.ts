import type { Db } from '../db/connection.ts';
import { pathOfRow } from '../media/media.addresses.ts';

/** Addresses of the newest public media. */
export async function findNewestPaths(db: Db, most: number): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await db<{ id: string; musician_id: string; musician_username: string | null; updated_at: Date }[]>`
    select m.id, m.musician_id, u.username as musician_username, m.updated_at
    from (select id, musician_id, updated_at, published_at from media where band is not null
          order by published_at desc, id desc limit ${most}) m
    join users u on u.id = m.musician_id
    order by m.published_at desc, m.id desc`;
  return rows.map((row) => ({ path: pathOfRow(row), updatedAt: row.updated_at }));
}
