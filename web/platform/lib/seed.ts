import { visitSeed } from '@scoville/contract/platform/lib/visit-seed.ts';

const DRAWN = 'seeds-drawn';
let drawn = Math.floor(Math.random() * 1000);

/**
 * A seed for a shuffled list. A visit draws one and keeps it in the address, so that Back shows the same order; the
 * tab's next visit gets another seed, even after a reload.
 */
export function freshSeed(): number {
  try {
    drawn = Number(sessionStorage.getItem(DRAWN) ?? drawn) + 1;
    sessionStorage.setItem(DRAWN, String(drawn));
  } catch {
    // If the browser blocks storage, the count starts at a random number after each reload.
    drawn += 1;
  }
  return visitSeed(drawn, Date.now());
}

/** A copy in random order (Fisher–Yates shuffle, in Durstenfeld's version). */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const mixed = [...items];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = mixed[last] as T;
    mixed[last] = mixed[other] as T;
    mixed[other] = moved;
  }
  return mixed;
}
