/** Milliseconds without progress after which playback counts as stalled. Shorter buffering is not interrupted. */
export const STALLED_AFTER = 10_000;
/** Factor of the waiting time after each stall, because a slow connection needs its time. */
const SLOWER = 2;
const LONGEST = 80_000;
/** Milliseconds of progress after which a connection counts as good again. */
const GOOD_AFTER = 10_000;
/**
 * Maximum time counted between two calls: a machine that slept has not waited, and timers are rare in background tabs.
 */
const LONGEST_STEP = 5000;

export interface Seen {
  /** Whether playback should sound: it was not paused, and has neither ended nor failed. */
  plays: boolean;
  /** The position in the loaded source, in seconds. */
  position: number;
  /** The number of the load; it changes with each load. */
  load: number;
}

/**
 * Detects that playback makes no progress. Bytes may fail to arrive without any error, and the element would wait
 * forever.
 * @returns a function to call often with the current observation and the time in milliseconds; returns true when
 * playback has stalled
 */
export function createStallWatch(): (seen: Seen, now: number) => boolean {
  let last: Seen = { plays: false, position: 0, load: 0 };
  let looked = 0;
  let silent = 0;
  let progressed = 0;
  let patience = STALLED_AFTER;
  return (seen, now) => {
    const passed = Math.min(now - looked, LONGEST_STEP);
    const isSame = seen.plays && last.plays && seen.load === last.load;
    const goesOn = isSame && seen.position !== last.position;
    looked = now;
    last = seen;
    if (goesOn) progressed += passed;
    if (progressed >= GOOD_AFTER) patience = STALLED_AFTER;
    silent = isSame && !goesOn ? silent + passed : 0;
    if (silent < patience) return false;
    silent = 0;
    progressed = 0;
    patience = Math.min(patience * SLOWER, LONGEST);
    return true;
  };
}
