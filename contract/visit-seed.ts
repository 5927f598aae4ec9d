import { mixed } from './mixed.ts';

/** Minutes for which a set of seeds is in use, and how many it has: 320 an hour. */
const MINUTES = 12;
const SEEDS = 64;

/**
 * The seed of a visit, from 1 to 2^31 - 2. Seeds come from a set that changes with the time, the same for everybody, so
 * that answers for them can be kept. Pure.
 * @param draw whoever counts its draws has each other seed of the set before one comes back
 * @param now milliseconds since 1970
 */
export const visitSeed = (draw: number, now: number): number =>
  1 + (mixed(Math.floor(now / (MINUTES * 60_000)) * SEEDS + (Math.abs(draw) % SEEDS)) % 2_147_483_646);
