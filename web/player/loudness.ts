import type { Loudness } from '@scoville/contract/media.ts';

/** Where every track is brought to, in LUFS. */
const TARGET_LUFS = -14;
/** No track's peak is raised above it, in dBTP. */
const CEILING_DBTP = -1;
/** A whisper is not turned into a shout (dB). */
const MOST_GAIN = 12;

/**
 * The factor of amplitude that brings a track to -14 LUFS without its true peak passing -1 dBTP (the levels that AES
 * TD1008 recommends for playing music). 1 when nothing was measured.
 */
export function levelledGain(loudness: Loudness | null): number {
  if (loudness === null) return 1;
  const decibels = Math.min(TARGET_LUFS - loudness.integrated, CEILING_DBTP - loudness.truePeak, MOST_GAIN);
  return 10 ** (decibels / 20);
}
