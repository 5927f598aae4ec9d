import type { Db } from '../../platform/db/connection.ts';
import { pathOfRow } from '../../catalogue/media/media.addresses.ts';

/** Counts public media, up to `most`. */
export async function countPublicMedia(db: Db, most: number): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from (select from media where band is not null limit ${most}) found`;
  return row?.n ?? 0;
}

/** Addresses of public media, the newest first. */
export async function findNewestPaths(
  db: Db,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await db<{ id: string; musician_id: string; musician_username: string | null; updated_at: Date }[]>`
    select m.id, m.musician_id, u.username as musician_username, m.updated_at
    from (select id from media where band is not null
          order by published_at desc, id desc limit ${limit} offset ${skip}) page
    join media m on m.id = page.id
    join users u on u.id = m.musician_id
    order by m.published_at desc, m.id desc`;
  return rows.map((row) => ({ path: pathOfRow(row), updatedAt: row.updated_at }));
}
