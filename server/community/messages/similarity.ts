/** Number of letters of a text that are compared. */
const COMPARED = 500;
/**
 * Number of characters searched for these letters, before and after compatibility characters are decomposed. One may
 * expand to eighteen, and a text full of them must not make other users wait.
 */
const LOOKED_AT = 1000;
/**
 * Minimum letters of a text to be compared. Many senders write the same short texts, so these are only compared if they
 * contain a link.
 */
const SHORTEST = 20;
/** A web address, with or without its scheme. */
const ADDRESS = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/** Texts with at least this share of common parts are similar: they differ in a name and a few other words. */
const MUCH = 0.6;
/** Number of hashes in a fingerprint, and bytes of each. */
const KEPT = 64;
const BYTES = 4;

/** The letters and digits of a text without punctuation, spaces and case; in every script with their vowel signs. */
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

/** A 32-bit hash of a part of a text, evenly distributed (FNV-1a, then the finalizer of MurmurHash3). */
function hashOf(part: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < part.length; at += 1) hash = Math.imul(hash ^ part.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * The fingerprint for comparing a text, made once: the lowest hashes of its sequences of three letters, in ascending
 * order. A short text keeps all of them; for a longer one they work like a random sample, which is the same for the
 * same sequences (bottom-k sketch). Null for a text that is too short to be compared.
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
 * Whether the texts of two fingerprints are similar, by the share of common hashes (Dice’s coefficient) among the
 * lowest hashes of both.
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
