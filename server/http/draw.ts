import { visitSeed } from '@scoville/contract/visit-seed.ts';

let drawn = Math.floor(Math.random() * 1000);

/** The seed of a visit: each differs from those before it. */
export function drawSeed(): number {
  drawn += 1;
  return visitSeed(drawn, Date.now());
}
