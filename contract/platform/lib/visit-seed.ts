import { mixed } from './mixed.ts';

/**
 * Minutes for which a set of seeds is used, and the number of seeds in a set. Shuffled lists therefore have at most 320
 * different orders an hour, and each order is requested often enough to be worth caching.
 */
const MINUTES = 12;
const SEEDS = 64;

/**
 * The seed of a visit, from 1 to 2^31 - 2. Seeds come from a set that changes over time but is the same for all
 * visitors, so that responses for a seed can be cached. Pure.
 * @param draw the caller's count of draws; consecutive counts give every seed of the set once before one repeats
 * @param now milliseconds since 1970
 */
export const visitSeed = (draw: number, now: number): number =>
  1 + (mixed(Math.floor(now / (MINUTES * 60_000)) * SEEDS + (Math.abs(draw) % SEEDS)) % 2_147_483_646);
