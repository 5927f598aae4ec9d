/** Milliseconds without progress after which what plays counts as stalled: what is buffered meanwhile goes on unharmed. */
export const STALLED_AFTER = 10_000;
/** Each time that nothing came of asking, the next one waits longer: a slow connection needs its time. */
const SLOWER = 2;
const LONGEST = 80_000;
/** Milliseconds of progress after which a connection counts as good again. */
const GOOD_AFTER = 10_000;
/** What counts between two looks at the most: a machine that slept has not waited, and browsers look seldom in the background. */
const LONGEST_STEP = 5000;

export interface Seen {
  /** It is to sound: nobody paused it, and it neither ended nor failed. */
  plays: boolean;
  /** Where it is, in seconds of what is loaded. */
  position: number;
  /** What is loaded: another number for each load. */
  load: number;
}

/**
 * Notices when what is to sound does not go on. Bytes may stay away without any error: the element waits for them for ever.
 * @returns to be called often with what is seen and with the time in milliseconds; true when it has stalled
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
