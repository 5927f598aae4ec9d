/**
 * How far work yields to whatever else wants the processors, as nice(1) counts. Linux (sched(7)) weighs 0 with 1024, 6
 * with 272 and 8 with 172: what somebody waits for gets six parts of seven while there is any of it. Work that yields
 * further would hardly go on where the machine always has something else to do. Of two reasons the stronger one counts.
 */
export const NICENESS = {
  /** Work of the lane for long files. */
  longWork: 6,
  /** Whatever is not the first rendition: the others, and the decoding of what was written. */
  background: 8,
} as const;
