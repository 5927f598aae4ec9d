import type { Loudness } from '@scoville/contract/media.ts';

/** How loud a sound was measured to be; null where it was not, as of a picture without one. */
export const presentLoudness = (row: {
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
}): Loudness | null =>
  row.loudness_lufs === null || row.true_peak_dbtp === null
    ? null
    : { integrated: row.loudness_lufs, truePeak: row.true_peak_dbtp };
