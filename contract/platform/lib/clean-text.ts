/**
 * Maximum combining marks per letter. Only rare stacks, such as some in Tibetan, have more; a taller stack covers other
 * lines.
 */
const MARKS = 6;
const beyond = (most: number): RegExp => new RegExp(String.raw`(\p{M}{${most}})\p{M}+`, 'gu');
const HEAP_OF_MARKS = beyond(MARKS);
/**
 * Composing (NFC) takes quadratic time for a run of marks, so longer runs are cut first. Marks that compose are among
 * the first of a run.
 */
const TOO_MANY_TO_COMPOSE = beyond(4 * MARKS);

/** Terminal escape sequences. Without their first character, which is a control character, the rest would stay as letters. */
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;

/**
 * Control characters except tab and line feed, direction overrides, and replacement characters. Joiners, soft hyphens
 * and direction marks are kept, because emoji, Persian and most scripts of South Asia need them.
 */
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffd]/g;

/** A visible character. The characters with numbers count as letters or symbols in Unicode but are blank in every font. */
const VISIBLE = /[^\u{16fe4}\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u;

/** Characters that are trimmed like spaces. */
const BLANK = /^[\s\u200b\u2060\u2800\u3164\uffa0]$/;

/**
 * Cleans a text before it is stored, whether it came from a form, a call or the tags of a file: Unicode NFC, line breaks as
 * `\n`, no harmful characters, no blanks around it. Returns '' if nothing in it is visible.
 */
export function cleanText(value: string): string {
  const clean = value
    .toWellFormed()
    .replaceAll(ESCAPES, '')
    .replaceAll(/\r\n|[\u2028\u2029]/g, '\n')
    .replaceAll(HARMFUL, '')
    .replaceAll(TOO_MANY_TO_COMPOSE, '$1')
    .normalize('NFC')
    .replaceAll(HEAP_OF_MARKS, '$1');
  return VISIBLE.test(clean) ? trimBlanks(clean) : '';
}

/** Like `cleanText`, on one line. */
export const cleanLine = (value: string): string => cleanText(value).replaceAll(/\s+/g, ' ');

/** Trims without a regular expression, which would take quadratic time for long runs of blanks within the text. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
