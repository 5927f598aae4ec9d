import type { Db } from '../../platform/db/connection.ts';

/** The pixel size of a video's poster; null if it has none. */
export async function findPosterSize(db: Db, mediaId: string): Promise<{ width: number; height: number } | null> {
  const [size] = await db<{ width: number; height: number }[]>`
    select r.width, r.height from media m join renditions r on r.source_id = m.source_id
    where m.id = ${mediaId} and r.role = 'poster' and r.width is not null and r.height is not null`;
  return size ?? null;
}
