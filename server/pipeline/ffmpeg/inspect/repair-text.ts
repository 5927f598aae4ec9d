/** `LATIN` matches text that fits into Latin-1; `HIGH` matches a character of Latin-1 that ASCII lacks. */
const LATIN = /^[\u0000-\u00ff]*$/;
const HIGH = /[\u0080-\u00ff]/;
/** Characters that programs on Windows write into Latin-1 tags: quotation marks, dashes and some letters. */
const WINDOWS = /[\u0080\u0082\u0084\u0085\u008a\u008c\u008e\u0091-\u0097\u0099\u009a\u009c\u009e\u009f]/g;
/** Control characters, which no text in Latin-1 contains. */
const CONTROLS = /[\u0080-\u009f]/;
const LETTERS = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/g;
const ACCENTED = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/g;
/**
 * No language that is written in Latin-1 has a word with this many special characters in a row, or with a larger share
 * of accented letters if there are at least three.
 */
const ROW = /[\u00a1-\u00ff]{4}/;
const SHARE = 0.6;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Tags that are declared as Latin-1 often contain something else. UTF-8, and the additional letters of Windows, are
 * decoded as such. Null for other scripts (Cyrillic, Japanese, Chinese of old programs), which cannot be identified
 * reliably and would be shown as meaningless letters: the file's name is a better title. Pure.
 */
export function repairText(text: string): string | null {
  if (!HIGH.test(text) || !LATIN.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    const accented = count(text, ACCENTED);
    const isForeign = ROW.test(text) || (accented >= 3 && accented > SHARE * count(text, LETTERS));
    if (isForeign || CONTROLS.test(text.replaceAll(WINDOWS, ''))) return null;
    return windows1252.decode(bytes);
  }
}
