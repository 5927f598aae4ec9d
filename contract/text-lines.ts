import { MAX_TIMED_TEXT_KB } from './timed-text.ts';
import { cleanText } from './clean-text.ts';

/** The lines of a text file, without what no text of ours may hold; or what is wrong with it as a whole. */
export function textLines(file: string, what: 'captions' | 'lyrics'): { rows: string[] } | { problem: string } {
  if (new TextEncoder().encode(file).length > MAX_TIMED_TEXT_KB * 1000)
    return { problem: `The ${what} must not be larger than ${MAX_TIMED_TEXT_KB} KB.` };
  if (file.includes('\u0000') || file.includes('\ufffd'))
    return { problem: 'This is not UTF-8 text. Save the file as text in UTF-8 and choose it again.' };
  // Also where a line ends as on an old Mac; each is cleaned for itself, so that their numbers stay those of the file.
  return { rows: file.split(/\r\n|\r|\n/).map((row) => cleanText(row)) };
}
