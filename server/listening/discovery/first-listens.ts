import { mixed } from '@scoville/contract/platform/lib/mixed.ts';

/**
 * A newcomer is a song or video with few listeners so far. `shown` is how often it was recommended, and `heard` how
 * often a listener played it after that.
 */
export interface Newcomer {
  id: string;
  musicianId: string;
  shown: number;
  heard: number;
}

export interface FirstListens {
  /** The share of recommendations that is reserved for newcomers, 0 to 1. */
  share: number;
  /** Number of times that each newcomer is recommended before newcomers with more plays are preferred. */
  floor: number;
}

/** Cards at the beginning of a list for which newcomers are chosen. */
const CARDS = 80;

/** Number of newcomers among the first `cards` of a list, which is their share of these cards. */
export const newcomersWanted = ({ share }: Pick<FirstListens, 'share'>, cards = CARDS): number =>
  Math.floor(cards * share);

/**
 * Orders the newcomers for a list (a multi-armed bandit, with a minimum of recommendations for each). Newcomers that
 * were shown less often than `floor` are first, in random order. The others follow by the share of listeners who play
 * them, the largest first; each share is drawn from a Beta distribution of plays and recommendations without a play
 * (Thompson 1933). No two are by the same musician. Pure; the draw for a newcomer and a seed doesn't depend on other
 * newcomers.
 */
export function chooseNewcomers(
  pool: readonly Newcomer[],
  { floor, most, seed }: Pick<FirstListens, 'floor'> & { most: number; seed: number },
): Newcomer[] {
  const drawn = pool.map((one) => {
    const random = seededRandom(seedFor(seed, one.id));
    const belowFloor = one.shown < floor;
    const value = belowFloor ? random() : beta(random, one.heard + 1, Math.max(0, one.shown - one.heard) + 1);
    return { one, belowFloor, value };
  });
  drawn.sort((a, b) => Number(b.belowFloor) - Number(a.belowFloor) || b.value - a.value);
  const musicians = new Set<string>();
  const chosen: Newcomer[] = [];
  for (const { one } of drawn) {
    if (chosen.length === most) break;
    if (musicians.has(one.musicianId)) continue;
    musicians.add(one.musicianId);
    chosen.push(one);
  }
  return chosen;
}

/** A separate seed for each id (FNV-1a by Fowler, Noll and Vo, started with the given seed). */
const seedFor = (seed: number, id: string): number =>
  mixed([...id].reduce((hash, one) => Math.imul(hash ^ one.charCodeAt(0), 0x0100_0193), mixed(seed)));

/** Random numbers from 0 to below 1 that are determined by a seed (mulberry32, Tommy Ettinger 2017). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

function beta(random: () => number, a: number, b: number): number {
  const [x, y] = [gamma(random, a), gamma(random, b)];
  return x / (x + y);
}

/** Draws from the Gamma distribution of a shape of at least 1 (Marsaglia and Tsang 2000). */
function gamma(random: () => number, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    // Drawn from the normal distribution (Box and Muller 1958), without ever taking the logarithm of 0.
    const x = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}
