/** Marks on one letter that are kept. No script needs more; a heap of them climbs over the neighbouring lines. */
const MARKS = 6;
const HEAP_OF_MARKS = new RegExp(String.raw`(\p{M}{${MARKS}})\p{M}+`, 'gu');

/** How a terminal is told to change colour: without its first character it would stay as letters. */
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;

/**
 * Control characters but tab and line feed, characters that turn the direction of what follows them, and what marks a broken
 * text. Joiners, soft hyphens and marks of direction stay: emoji, Persian and most scripts of South Asia need them.
 */
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffd]/g;

/** A character that leaves something on the screen. Those with numbers are letters and signs by name, and blank in every font. */
const VISIBLE = /[^\u{16fe4}\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u;

/** What is as good as a space at the edge of a text, in any script. */
const BLANK = /^[\s\u200b\u2060\u2800\u3164\uffa0]$/;

/**
 * A text as we store it, from a form, a call or the tags of a file: Unicode NFC, line breaks as `\n`, without what harms other
 * texts, without blanks around it. Empty where nobody could see it.
 */
export function cleanText(value: string): string {
  const clean = value
    .toWellFormed()
    .replaceAll(ESCAPES, '')
    .replaceAll(/\r\n|[\u2028\u2029]/g, '\n')
    .replaceAll(HARMFUL, '')
    .normalize('NFC')
    .replaceAll(HEAP_OF_MARKS, '$1');
  return VISIBLE.test(clean) ? trimBlanks(clean) : '';
}

/** As `cleanText`, on one line. */
export const cleanLine = (value: string): string => cleanText(value).replaceAll(/\s+/g, ' ');

/** By steps: an expression would look at each run of blanks within the text as often as it is long. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
