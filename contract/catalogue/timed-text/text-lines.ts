import { MAX_TIMED_TEXT_KB } from './timed-text.ts';
import { cleanText } from '../../platform/lib/clean-text.ts';

/** Splits a text file into cleaned lines, or returns the problem with the whole file. */
export function textLines(file: string, what: 'captions' | 'lyrics'): { rows: string[] } | { problem: string } {
  if (new TextEncoder().encode(file).length > MAX_TIMED_TEXT_KB * 1000)
    return { problem: `The ${what} must not be larger than ${MAX_TIMED_TEXT_KB} KB.` };
  if (file.includes('\u0000') || file.includes('\ufffd'))
    return { problem: 'This is not UTF-8 text. Save the file as text in UTF-8 and choose it again.' };
  // A single \r ends a line, too, as in files from old Macs. Each line is cleaned separately, so that line numbers
  // match the file.
  return { rows: file.split(/\r\n|\r|\n/).map((row) => cleanText(row)) };
}
