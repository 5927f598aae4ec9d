import { mixed } from '@scoville/contract/platform/lib/mixed.ts';

/** Keys of rows are random numbers below 2^31. */
export const KEY_BITS = 31;

/**
 * The number of bits by which a list of `rows` is cut for shuffling: 2^bits buckets of two or three rows each; 0 for a
 * list that fits on two pages. A wrong estimate costs time, and never changes the order, because the cursor contains
 * the bits.
 */
export const bitsFor = (rows: number): number =>
  rows <= 40 ? 0 : Math.min(28, Math.max(0, Math.round(Math.log2(rows / 2.5))));

const ROUNDS = 6;

/**
 * The bucket at this ordinal in the order of a seed: a permutation of 0 .. 2^bits - 1, by a Feistel network with
 * unequal halves (Luby and Rackoff 1988; each round swaps the halves, so both take part).
 */
export function bucketAt(ordinal: number, bits: number, seed: number): number {
  if (bits < 2) return bits === 0 ? 0 : ordinal ^ (mixed(seed) & 1);
  let leftBits = bits >> 1;
  let rightBits = bits - leftBits;
  let left = ordinal >>> rightBits;
  let right = ordinal & mask(rightBits);
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = (left ^ mixed(right ^ mixed(seed + round * 0x9e37_79b9))) & mask(leftBits);
    left = right;
    right = next;
    [leftBits, rightBits] = [rightBits, leftBits];
  }
  return ((left << rightBits) | right) >>> 0;
}

const mask = (bits: number): number => 2 ** bits - 1;

/** The keys of a bucket: from `low` to `low + width`. */
export const bucketLow = (bucket: number, bits: number): number => bucket * 2 ** (KEY_BITS - bits);
export const bucketWidth = (bits: number): number => 2 ** (KEY_BITS - bits) - 1;
