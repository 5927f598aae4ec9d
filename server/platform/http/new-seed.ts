import { visitSeed } from '@scoville/contract/platform/lib/visit-seed.ts';

let sequence = Math.floor(Math.random() * 1000);

/** The seed of a visit, different from all earlier seeds. */
export function newSeed(): number {
  sequence += 1;
  return visitSeed(sequence, Date.now());
}
