import type { Category } from './categories.ts';
import { DEFAULT_FACETS } from '../../platform/lib/facets.ts';

/**
 * The query of `GET /api/media` for the unfiltered list of a genre or mood. Both server and browser build the query
 * here, so that the browser finds the first page among the data in its document.
 * @param seed of a shuffled list; undefined for the order that administrators set
 */
export const categoryList = (kind: Category['kind'], slug: string, curated: boolean, seed: number | undefined) => ({
  [kind]: slug,
  curated,
  facets: JSON.stringify(DEFAULT_FACETS),
  seed,
});
