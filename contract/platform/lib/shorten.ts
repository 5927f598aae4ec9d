let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the longest start of a text with at most `most` UTF-16 units. It ends between two characters as readers see
 * them: an emoji of several parts, or a letter with its accents, is included entirely or not at all.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  segmenter ??= new Intl.Segmenter('en');
  const end = segmenter.segment(text).containing(most)?.index ?? most;
  // A first character longer than the limit is a letter with a stack of marks, so it is cut.
  return end > 0
    ? text.slice(0, end)
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/** Like `shorten`, but counts Unicode code points, as the limits of names and titles do. */
export const shortenToCodePoints = (text: string, most: number): string =>
  shorten(text, Array.from(text).slice(0, most).join('').length);
