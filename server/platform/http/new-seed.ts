import { visitSeed } from '@scoville/contract/platform/lib/visit-seed.ts';

let sequence = Math.floor(Math.random() * 1000);

/** Draws the next seed of the current set for a shuffled list (see `visitSeed`). */
export function newSeed(): number {
  sequence += 1;
  return visitSeed(sequence, Date.now());
}
