import type { Category } from '@scoville/contract/categories.ts';
import type { CategoryRow } from './categories.queries.ts';

export function presentCategory(row: CategoryRow): Category {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    slug: row.slug,
    position: row.position,
    imageUrl: row.image_version === 0 ? null : `/images/${row.kind}/${row.id}/${row.image_version}/700.jpg`,
    avgRating: row.rated_media === 0 ? null : Math.round(row.rating_hundredths / row.rated_media / 10) / 10,
    playCount: row.play_count,
    mediaCount: row.media_count,
  };
}
