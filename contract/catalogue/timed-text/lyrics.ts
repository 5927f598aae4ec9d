import { textLines } from './text-lines.ts';
import type { ParsedText, TimedLine } from './timed-text.ts';

const MOST_LINES = 1000;
const MOST_CHARACTERS = 300;
/** `[01:23.45]`, repeated for each time that the line is sung. */
const STAMPS = /^(?:\[\d{1,3}:[0-5]\d(?:[.:]\d{1,3})?\]\s*)+/;
const STAMP = /\[(\d{1,3}):([0-5]\d)(?:[.:](\d{1,3}))?\]/g;
/** The metadata of an LRC file. */
const ABOUT = /^\[(?:ar|al|ti|au|by|lr|la|id|length|offset|re|tool|ve|#)\s*:(.*)\]$/i;
const OFFSET = /^\[offset\s*:\s*([+-]?\d{1,6})\s*\]$/i;
/** The time of one word, in the enhanced format. */
const WORD = /<\d{1,3}:[0-5]\d(?:[.:]\d{1,3})?>\s?/g;

/** Parses lyrics: as LRC if any line has a time, as plain text otherwise. */
export function parseLyrics(file: string): ParsedText {
  const text = textLines(file, 'lyrics');
  if ('problem' in text) return text;
  const { rows } = text;
  const isTimed = rows.some((row) => STAMPS.test(row));
  const parsed = isTimed ? timed(rows) : { lines: plain(rows) };
  if ('problem' in parsed) return parsed;
  const { lines } = parsed;
  if (lines.every((line) => line.text === '')) return { problem: 'There are no words in these lyrics.' };
  if (lines.length > MOST_LINES) return { problem: 'Lyrics may have 1,000 lines at most.' };
  if (lines.some((line) => line.text.length > MOST_CHARACTERS))
    return { problem: `A line of lyrics may have ${MOST_CHARACTERS} characters at most.` };
  return { lines };
}

/** Lines as written, but with at most one empty line between two, and none at the beginning or end. */
function plain(rows: readonly string[]): TimedLine[] {
  const words = rows.filter((row) => !ABOUT.test(row));
  const kept = words.filter((row, index) => row !== '' || words[index - 1] !== '');
  const first = kept.findIndex((row) => row !== '');
  const last = kept.findLastIndex((row) => row !== '');
  return kept.slice(Math.max(0, first), last + 1).map((text) => ({ start: null, end: null, text }));
}

function timed(rows: readonly string[]): ParsedText {
  // In milliseconds; a positive offset makes lines earlier.
  const offset = rows.reduce((found, row) => Number(OFFSET.exec(row)?.[1] ?? found), 0);
  const lines: TimedLine[] = [];
  for (const [index, row] of rows.entries()) {
    const stamps = STAMPS.exec(row)?.[0];
    if (stamps === undefined) {
      if (row === '' || ABOUT.test(row)) continue;
      return { problem: `Line ${index + 1} has no time. Give every line one, such as [01:23.45], or none.` };
    }
    const text = row.slice(stamps.length).replaceAll(WORD, '').trim();
    for (const [, minutes, seconds, part = '0'] of stamps.matchAll(STAMP)) {
      const at = Number(minutes) * 60 + Number(seconds) + Number(`0.${part}`) - offset / 1000;
      lines.push({ start: Math.max(0, Math.round(at * 100) / 100), end: null, text });
    }
  }
  return { lines: lines.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0)) };
}

/** Formats lyrics for their owner to edit; `parseLyrics` parses the result to the same lines. */
export const lyricsText = (lines: readonly TimedLine[]): string =>
  lines.map(({ start, text }) => (start === null ? text : `[${stampOf(start)}]${text}`)).join('\n');

function stampOf(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
