import type { Db } from '../db/connection.ts';

export interface CategoryRow {
  id: string;
  kind: 'genre' | 'mood';
  name: string;
  slug: string;
  position: number;
  image_version: number;
  play_count: number;
  rating_sum: number;
  rating_count: number;
  media_count: number;
}

const columns = (db: Db) => db`
  c.id, c.kind, c.name, c.slug, c.position, c.image_version, c.play_count, c.rating_sum, c.rating_count,
  coalesce((select sum(n) from list_counts l where l.category_id = c.id and l.list = 'curated'), 0)::int as media_count`;

/** All genres or all moods, in their order. */
export async function listCategories(db: Db, kind: 'genre' | 'mood'): Promise<CategoryRow[]> {
  return db<CategoryRow[]>`select ${columns(db)} from categories c where c.kind = ${kind} order by c.position, c.id`;
}

/** By id or slug, or null. */
export async function findCategory(
  db: Db,
  kind: 'genre' | 'mood',
  idOrSlug: string,
  isId: boolean,
): Promise<CategoryRow | null> {
  const [row] = await db<CategoryRow[]>`
    select ${columns(db)} from categories c
    where c.kind = ${kind} and ${isId ? db`c.id = ${idOrSlug}` : db`c.slug = ${idOrSlug.toLowerCase()}`}`;
  return row ?? null;
}
