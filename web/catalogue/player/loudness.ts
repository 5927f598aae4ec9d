import type { Loudness } from '@scoville/contract/catalogue/media/media.ts';

/** The loudness to which every track is brought, in LUFS. */
const TARGET_LUFS = -14;
/** No track's true peak is raised above this, in dBTP. */
const CEILING_DBTP = -1;
/** Maximum gain in dB, because a whisper should not become a shout. */
const MOST_GAIN = 12;

/**
 * The amplitude factor that brings a track to -14 LUFS without its true peak exceeding -1 dBTP (the levels that AES
 * TD1008 recommends for playing music). 1 when nothing was measured.
 */
export function levelledGain(loudness: Loudness | null): number {
  if (loudness === null) return 1;
  const decibels = Math.min(TARGET_LUFS - loudness.integrated, CEILING_DBTP - loudness.truePeak, MOST_GAIN);
  return 10 ** (decibels / 20);
}
