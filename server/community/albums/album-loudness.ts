import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/**
 * The common loudness of songs: the mean of their power, weighted by length, and the highest peak. Null if one of them
 * is not measured, because the mean is then unknown. Pure.
 */
export function albumLoudness(songs: readonly Pick<MediaSummary, 'length' | 'loudness'>[]): MediaSummary['loudness'] {
  let [power, seconds, truePeak] = [0, 0, -Infinity];
  for (const { length, loudness } of songs) {
    if (length === null || loudness === null) return null;
    power += length * 10 ** (loudness.integrated / 10);
    seconds += length;
    truePeak = Math.max(truePeak, loudness.truePeak);
  }
  return seconds === 0 ? null : { integrated: 10 * Math.log10(power / seconds), truePeak };
}
