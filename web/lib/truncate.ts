/** Letters and signs of which each is one unit of code and joins no other. */
const SINGLE = /^[\n\u0020-\u007e\u00a0-\u02ff\u2010-\u2027]*$/;
let segmenter: Intl.Segmenter | undefined;

/**
 * The first so many characters as a reader counts them (an emoji of several parts is one), or null when the text is no
 * longer than that.
 */
export function truncate(text: string, most: number): string | null {
  // No text has more characters than units of its code.
  if (text.length <= most) return null;
  // The tables of all scripts take a browser longer to read than the rest of a page's part: only for who needs them.
  if (SINGLE.test(text.slice(0, most + 1))) return text.slice(0, most);
  segmenter ??= new Intl.Segmenter('en');
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === most) return text.slice(0, index);
    count += 1;
  }
  return null;
}
