/** Letters of a text that are compared. */
const COMPARED = 500;
/**
 * Characters that are looked at for them, before and after compatibility characters are taken apart: one may stand for
 * eighteen, and whoever writes nothing else shall not make everybody wait.
 */
const LOOKED_AT = 1000;
/** Texts with fewer letters than this say the same to anybody, unless they lead somewhere. */
const SHORTEST = 20;
/** An address of the web, with or without its scheme. */
const ADDRESS = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/** From this share of common parts on, two texts say much the same: another name and a few other words in it. */
const MUCH = 0.6;
/** Parts that a fingerprint keeps of a text, and the bytes of each. */
const KEPT = 64;
const BYTES = 4;

/** What a text says apart from its signs, spaces and capitals: its letters, in every script with their vowel signs. */
export const lettersOf = (text: string): string[] =>
  [
    ...text
      .replaceAll(/[\p{P}\p{Z}\p{C}]+/gu, '')
      .slice(0, LOOKED_AT)
      .normalize('NFKC')
      .slice(0, LOOKED_AT)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  ].slice(0, COMPARED);

/** A number of 32 bits for a part of a text, spread evenly (FNV-1a, then the finalizer of MurmurHash3). */
function hashOf(part: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * What a text is compared by, made once: the lowest hashes of its parts of three letters, in their order. Those of a short
 * text are all of them; of a longer one they are as good as a sample drawn by lot, the same for the same parts (bottom-k
 * sketch). Null for a text that is too short to be compared.
 */
export function fingerprintOf(text: string): Buffer | null {
  const letters = lettersOf(text);
  if (letters.length < SHORTEST && !ADDRESS.test(text)) return null;
  const parts = letters.slice(2).map((last, index) => hashOf(`${letters[index]}${letters[index + 1]}${last}`));
  const lowest = [...new Set(parts)].toSorted((a, b) => a - b).slice(0, KEPT);
  const fingerprint = Buffer.alloc(lowest.length * BYTES);
  for (const [index, hash] of lowest.entries()) fingerprint.writeUInt32BE(hash, index * BYTES);
  return fingerprint;
}

/**
 * Do the texts of two fingerprints say much the same? By the share of parts that they have in common (Dice’s coefficient),
 * among the lowest of both.
 */
export function isAlike(one: Buffer, other: Buffer): boolean {
  let [common, all] = [0, 0];
  let [at, otherAt] = [0, 0];
  while (all < KEPT && (at < one.length || otherAt < other.length)) {
    const hash = at < one.length ? one.readUInt32BE(at) : Infinity;
    const otherHash = otherAt < other.length ? other.readUInt32BE(otherAt) : Infinity;
    if (hash === otherHash) common += 1;
    if (hash <= otherHash) at += BYTES;
    if (otherHash <= hash) otherAt += BYTES;
    all += 1;
  }
  return 2 * common >= MUCH * (all + common);
}
