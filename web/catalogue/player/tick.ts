/** Seconds of one tick of playing time. */
export const TICK = 0.25;
