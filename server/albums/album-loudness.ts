import type { MediaSummary } from '@scoville/contract/media.ts';

/**
 * How loud songs are together: the mean of their power, each as long as it lasts, and the loudest peak. Null when
 * nothing of one is known, for then nothing is known of all. Pure.
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
