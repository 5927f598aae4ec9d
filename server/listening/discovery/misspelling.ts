/**
 * The number of edits that turn one word into the other: letters inserted, deleted, replaced, or swapped with the next
 * (optimal string alignment, after Damerau 1964). Counts code points.
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  let before: number[] = [];
  let last = b.map((_, index) => index);
  last.push(b.length);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, against] of b.entries()) {
      const at = (figures: readonly number[], place: number) => figures[place] ?? Number.POSITIVE_INFINITY;
      let least = Math.min(at(last, j) + (letter === against ? 0 : 1), at(last, j + 1) + 1, at(row, j) + 1);
      if (i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === against) least = Math.min(least, at(before, j - 1) + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

export interface Neighbour {
  /** The word as it was typed. */
  typed: string;
  word: string;
  /** Approximate number of documents that contain the word. */
  documents: number;
}

/** Most known words that are tried for one typed word. */
const MAX_CORRECTIONS = 8;

/**
 * The corrections of each typed word: the known words at the least distance, at most 1, or 2 from seven letters; those
 * of more documents first. A typed word that is itself known has no entry, and neither does a word that no known word
 * resembles.
 */
export function corrections(neighbours: readonly Neighbour[]): Map<string, string[]> {
  const meant = new Map<string, string[]>();
  for (const [typedWord, found] of Map.groupBy(neighbours, ({ typed }) => typed)) {
    const allowed = [...typedWord].length < 7 ? 1 : 2;
    const near = found.map((one) => ({ ...one, distance: editDistance(typedWord, one.word) }));
    const least = Math.min(...near.map(({ distance }) => distance));
    if (least === 0 || least > allowed) continue;
    const best = near.filter(({ distance }) => distance === least).sort((a, b) => b.documents - a.documents);
    meant.set(
      typedWord,
      best.slice(0, MAX_CORRECTIONS).map(({ word }) => word),
    );
  }
  return meant;
}
