import type { Loudness } from '@scoville/contract/catalogue/media/media.ts';

/** The measured loudness; null if there is none, as for a video without sound. */
export const presentLoudness = (row: {
  loudness_lufs: number | null;
  true_peak_dbtp: number | null;
}): Loudness | null =>
  row.loudness_lufs === null || row.true_peak_dbtp === null
    ? null
    : { integrated: row.loudness_lufs, truePeak: row.true_peak_dbtp };
