import { textLines } from './text-lines.ts';
import type { ParsedText, TimedLine } from './timed-text.ts';

const MOST_LINES = 1000;
const MOST_CHARACTERS = 300;
/** `[01:23.45]`, as often as a line is sung. */
const STAMPS = /^(?:\[\d{1,3}:[0-5]\d(?:[.:]\d{1,3})?\]\s*)+/;
const STAMP = /\[(\d{1,3}):([0-5]\d)(?:[.:](\d{1,3}))?\]/g;
/** What an LRC file says of itself. */
const ABOUT = /^\[(?:ar|al|ti|au|by|lr|la|id|length|offset|re|tool|ve|#)\s*:(.*)\]$/i;
const OFFSET = /^\[offset\s*:\s*([+-]?\d{1,6})\s*\]$/i;
/** The time of one word, in the enhanced form. */
const WORD = /<\d{1,3}:[0-5]\d(?:[.:]\d{1,3})?>\s?/g;

/** Reads lyrics: LRC where any line has a time, plain text otherwise. */
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

/** Lines as they were written, with at most one empty one between two, and none around them. */
function plain(rows: readonly string[]): TimedLine[] {
  const words = rows.filter((row) => !ABOUT.test(row));
  const kept = words.filter((row, index) => row !== '' || words[index - 1] !== '');
  const first = kept.findIndex((row) => row !== '');
  const last = kept.findLastIndex((row) => row !== '');
  return kept.slice(Math.max(0, first), last + 1).map((text) => ({ start: null, end: null, text }));
}

function timed(rows: readonly string[]): ParsedText {
  // Given in milliseconds; more means earlier.
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

/** Lyrics as their owner edits them; `parseLyrics` reads the same lines from it. */
export const lyricsText = (lines: readonly TimedLine[]): string =>
  lines.map(({ start, text }) => (start === null ? text : `[${stampOf(start)}]${text}`)).join('\n');

function stampOf(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(hundredths / 6000))}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}
