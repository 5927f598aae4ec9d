import type { Db } from '../../platform/db/connection.ts';

export interface CategoryRow {
  id: string;
  kind: 'genre' | 'mood';
  name: string;
  slug: string;
  position: number;
  image_version: number;
  play_count: number;
  /** The sum of the mean ratings of its rated public media, in hundredths of a star, and the number of these media. */
  rating_hundredths: number;
  rated_media: number;
  media_count: number;
}

const columns = (db: Db) => db`
  c.id, c.kind, c.name, c.slug, c.position, c.image_version, c.play_count,
  coalesce(rated.hundredths, 0) as rating_hundredths, coalesce(rated.media, 0) as rated_media,
  coalesce((select sum(n) from list_counts l where l.category_id = c.id and l.list = 'curated'), 0)::int as media_count`;

const tables = (db: Db) => db`categories c left join category_ratings rated on rated.id = c.id`;

/** All genres or all moods, in their order. */
export async function listCategories(db: Db, kind: 'genre' | 'mood'): Promise<CategoryRow[]> {
  return db<CategoryRow[]>`select ${columns(db)} from ${tables(db)} where c.kind = ${kind} order by c.position, c.id`;
}

/** A genre or mood by id or slug, or null. */
export async function findCategory(
  db: Db,
  kind: 'genre' | 'mood',
  idOrSlug: string,
  isId: boolean,
): Promise<CategoryRow | null> {
  const [row] = await db<CategoryRow[]>`
    select ${columns(db)} from ${tables(db)}
    where c.kind = ${kind} and ${isId ? db`c.id = ${idOrSlug}` : db`c.slug = ${idOrSlug.toLowerCase()}`}`;
  return row ?? null;
}

/** Writes positions of genres or moods; returns how many of them exist. */
export async function writeCategoryPositions(
  db: Db,
  kind: 'genre' | 'mood',
  positions: readonly { id: string; position: number }[],
): Promise<number> {
  // One order at a time, because two concurrent ones could deadlock on each other's rows.
  await db`select 1 from categories where kind = ${kind} order by id for no key update`;
  const written = await db`
    update categories c set position = wanted.position
    from unnest(${positions.map(({ id }) => id)}::uuid[], ${positions.map(({ position }) => position)}::int[])
      as wanted(id, position)
    where c.id = wanted.id and c.kind = ${kind}`;
  return written.count;
}
