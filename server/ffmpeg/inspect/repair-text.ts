/** Everything that tags in Latin-1 can hold, and something that ASCII cannot. */
const LATIN = /^[\u0000-\u00ff]*$/;
const HIGH = /[\u0080-\u00ff]/;
/** What programs on Windows write into tags in Latin-1: quotation marks, dashes and some letters. */
const WINDOWS = /[\u0080\u0082\u0084\u0085\u008a\u008c\u008e\u0091-\u0097\u0099\u009a\u009c\u009e\u009f]/g;
/** Controls: no text in Latin-1 has them. */
const CONTROLS = /[\u0080-\u009f]/;
const LETTERS = /[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/g;
const ACCENTED = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/g;
/** So many in a row, or so large a share of at least three, stand in no word of a language that Latin-1 is for. */
const ROW = /[\u00a1-\u00ff]{4}/;
const SHARE = 0.6;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * Tags that say Latin-1 often hold something else: UTF-8 and Windows' own letters are read as what they are. Null for
 * other writing (Cyrillic, Japanese, Chinese of old programs), which cannot be told apart for certain, and would stand
 * there as letters that mean nothing: the file's name says more. Pure.
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
