/** The mean of a media item's public ratings, with one decimal; null without ratings. */
export const meanRating = (row: { rating_sum: number; rating_count: number }): number | null =>
  row.rating_count === 0 ? null : Math.round((row.rating_sum / row.rating_count) * 10) / 10;
