/** The mean of a media's public ratings, one decimal; null while nobody rated it. */
export const meanRating = (row: { rating_sum: number; rating_count: number }): number | null =>
  row.rating_count === 0 ? null : Math.round((row.rating_sum / row.rating_count) * 10) / 10;
