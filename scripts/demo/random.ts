/** A repeatable source of chance. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** In [from, to). */
  range(from: number, to: number): number;
  /** A whole number, both ends included. */
  int(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** An independent source for a part of the work, so that a change in one part leaves the others as they were. */
  fork(name: string): Random;
}

const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** 32 bits from a text: FNV-1a over its UTF-16 units, then MurmurHash3's finaliser (Appleby), which spreads the last ones. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2018), seeded from a text. */
export function randomFrom(seed: string): Random {
  const s = Uint32Array.from([0, 1, 2, 3], (i) => hashText(`${seed}/${i}`) || 1);
  const next = (): number => {
    const result = Math.imul(rotate(Math.imul(s[1]!, 5), 7), 9) >>> 0;
    const t = s[1]! << 9;
    s[2]! ^= s[0]!;
    s[3]! ^= s[1]!;
    s[1]! ^= s[2]!;
    s[0]! ^= s[3]!;
    s[2]! ^= t;
    s[3] = rotate(s[3]!, 11);
    return result / 0x1_0000_0000;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    range: (from, to) => from + next() * (to - from),
    chance: (probability) => next() < probability,
    pick: (list) => {
      if (list.length === 0) throw new RangeError('Nothing to pick from.');
      return list[int(0, list.length - 1)]!;
    },
    shuffled: (list) => {
      const copy = [...list];
      for (let i = copy.length - 1; i > 0; i--) {
        const j = int(0, i);
        [copy[i], copy[j]] = [copy[j]!, copy[i]!];
      }
      return copy;
    },
    fork: (name) => randomFrom(`${seed}>${name}`),
  };
}
