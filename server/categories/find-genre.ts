import type { GenreInfo } from '@scoville/contract/category-calls.ts';
import { genreSlug } from '@scoville/contract/own-genres.ts';
import { isId } from '@scoville/contract/values.ts';
import type { Db } from '../db/connection.ts';
import { presentGenre } from './categories.present.ts';
import { findCategory } from './categories.queries.ts';
import { findOwnGenre } from './own-genres.queries.ts';

/** One of the reviewers' genres by id or slug. Unless `curated`, musicians' choices count, too, or alone. */
export async function findGenre(db: Db, idOrSlug: string, curated: boolean): Promise<GenreInfo | null> {
  const row = await findCategory(db, 'genre', idOrSlug, isId(idOrSlug));
  return presentGenre(row, curated ? null : await findOwnGenre(db, row?.slug ?? genreSlug(idOrSlug)));
}
