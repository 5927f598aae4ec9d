/**
 * How far work yields to everything else that needs the processors, as a niceness of nice(1). Linux (sched(7)) gives 0
 * the weight 1024, 6 the weight 272 and 8 the weight 172, so work that a user waits for gets six parts of seven, as
 * long as there is any. Work with a higher niceness would hardly progress on a machine that is always busy. If two
 * reasons apply, the stronger one counts.
 */
export const NICENESS = {
  /** Work of the lane for long files. */
  longWork: 6,
  /** Everything but the first rendition: the other renditions, and the decoding of outputs. */
  background: 8,
} as const;
