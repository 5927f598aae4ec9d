import type { Db } from '../../platform/db/connection.ts';
import { type MediaRow, mediaColumns, mediaJoins } from '../../catalogue/media/media.queries.ts';

/** The song or video that Home begins with, if one is pinned. */
export async function findPinned(db: Db): Promise<MediaRow | null> {
  const [row] = await db<MediaRow[]>`
    select ${mediaColumns(db)} from media m ${mediaJoins(db)} where m.pinned and m.band is not null limit 1`;
  return row ?? null;
}
