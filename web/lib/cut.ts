const segmenter = new Intl.Segmenter('en');

/**
 * The first so many characters as a reader counts them (an emoji of several parts is one), or null when the text is no
 * longer than that.
 */
export function cut(text: string, most: number): string | null {
  // No text has more characters than units of its code.
  if (text.length <= most) return null;
  const characters = [...segmenter.segment(text)];
  const last = characters[most];
  return last === undefined ? null : text.slice(0, last.index);
}
