import type { GenreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { CategoryRow } from './categories.queries.ts';
import type { OwnGenreRow } from './own-genres.queries.ts';

export function presentCategory(row: CategoryRow): Category {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    slug: row.slug,
    position: row.position,
    imageUrl: row.image_version === 0 ? null : `/images/${row.kind}/${row.id}/${row.image_version}/700.jpg`,
    avgRating: averageOf(row),
    playCount: row.play_count,
    mediaCount: row.media_count,
  };
}

/** A genre with the figures of the songs and videos that musicians placed in it; null if there is no such genre. */
export function presentGenre(row: CategoryRow | null, own: OwnGenreRow | null): GenreInfo | null {
  if (own === null) return row && presentCategory(row);
  const rated = {
    rating_hundredths: own.rating_hundredths + (row?.rating_hundredths ?? 0),
    rated_media: own.rated_media + (row?.rated_media ?? 0),
  };
  return {
    ...(row === null
      ? { id: null, kind: 'genre', name: own.name, slug: own.slug, position: null, imageUrl: null }
      : presentCategory(row)),
    avgRating: averageOf(rated),
    playCount: own.plays + (row?.play_count ?? 0),
    mediaCount: own.media + (row?.media_count ?? 0),
  };
}

const averageOf = (row: Pick<CategoryRow, 'rating_hundredths' | 'rated_media'>): number | null =>
  row.rated_media === 0 ? null : Math.round(row.rating_hundredths / row.rated_media / 10) / 10;
