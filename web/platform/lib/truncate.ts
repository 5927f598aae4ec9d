/** Matches text in which each character is one code unit and never combines with another. */
const SINGLE = /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027]*$/;
let segmenter: Intl.Segmenter | undefined;

/**
 * The first `most` characters of a text as a reader counts them (an emoji of several code points is one), or null if
 * the text isn't longer than that.
 */
export function truncate(text: string, most: number): string | null {
  // A text never has more characters than code units.
  if (text.length <= most) return null;
  // Loading the tables of all scripts takes a browser longer than the rest of a page's part, so only other texts use
  // them.
  if (SINGLE.test(text.slice(0, most + 1))) return text.slice(0, most);
  segmenter ??= new Intl.Segmenter('en');
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return null;
}
