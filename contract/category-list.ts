import type { Category } from './categories.ts';
import { DEFAULT_FACETS } from './facets.ts';

/**
 * The query of `GET /api/media` for a genre's or a mood's list without a filter. The server and the browser both make it, so
 * that the browser finds the first page in its document.
 * @param seed of a shuffled list; undefined for the order that administrators gave it
 */
export const categoryList = (kind: Category['kind'], slug: string, curated: boolean, seed: number | undefined) => ({
  [kind]: slug,
  curated,
  facets: JSON.stringify(DEFAULT_FACETS),
  seed,
});
