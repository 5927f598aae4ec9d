/** Letters of a text that are compared. */
const COMPARED = 500;
/** Texts with fewer letters than this say the same to anybody, unless they lead somewhere. */
const SHORTEST = 20;
/** An address of the web, with or without its scheme. */
const ADDRESS = /https?:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2,}\//iu;
/** From this share of common parts on, two texts say much the same: another name and a few other words in it. */
const MUCH = 0.6;

/** What a text says apart from its signs, spaces and capitals: its letters, in every script with their vowel signs. */
export const lettersOf = (text: string): string[] =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ''),
  ].slice(0, COMPARED);

/** The parts of three letters that a text consists of; null for one that is too short to be compared. */
export function partsOf(text: string): ReadonlySet<string> | null {
  const letters = lettersOf(text);
  if (letters.length < SHORTEST && !ADDRESS.test(text)) return null;
  return new Set(letters.slice(2).map((last, index) => `${letters[index]}${letters[index + 1]}${last}`));
}

/** Do two texts say much the same? By the share of parts that they have in common (Dice’s coefficient). */
export function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const all = one.size + other.size;
  // The smaller one cannot have more in common than it has.
  if (2 * Math.min(one.size, other.size) < MUCH * all) return false;
  let common = 0;
  for (const part of one) if (other.has(part)) common += 1;
  return 2 * common >= MUCH * all;
}
