import type { GenreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import type { Db } from '../../platform/db/connection.ts';
import { presentGenre } from './categories.present.ts';
import { findOwnGenre, findReviewersGenre } from './own-genres.queries.ts';

/**
 * Finds a genre by id, slug, or name. Unless `curated`, its figures include the media that musicians placed in it, and
 * genres that only musicians named are found, too.
 */
export async function findGenre(db: Db, given: string, curated: boolean): Promise<GenreInfo | null> {
  const row = await findReviewersGenre(db, given);
  return presentGenre(row, curated ? null : await findOwnGenre(db, row?.slug ?? genreSlug(given)));
}
