let segmenter: Intl.Segmenter | undefined;

/**
 * The start of a text, of at most so many UTF-16 units. It ends between two characters as a reader counts them: an emoji of
 * several parts, or a letter with its accents, is there whole or not at all.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  segmenter ??= new Intl.Segmenter('en');
  const end = segmenter.segment(text).containing(most)?.index ?? most;
  // One that is longer than all there is room for is a letter under a heap of marks.
  return end > 0
    ? text.slice(0, end)
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/** As `shorten`, by Unicode code points, which is how limits of names and titles are counted. */
export const shortenToCodePoints = (text: string, most: number): string =>
  shorten(text, Array.from(text).slice(0, most).join('').length);
