import { shorten } from '../../platform/lib/shorten.ts';
import { textLines } from './text-lines.ts';
import type { ParsedText, TimedLine } from './timed-text.ts';

/** Maximum captions of a video, enough for hours of dialogue. */
const MOST_CUES = 5000;
const MOST_CHARACTERS = 500;
const TIME = /^(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lrm: '',
  rlm: '',
};

/** Parses a WebVTT file to plain captions; styles, regions, notes, positions and markup are skipped. */
export function parseWebVtt(file: string): ParsedText {
  const text = textLines(file, 'captions');
  if ('problem' in text) return text;
  const { rows } = text;
  if (!/^WEBVTT($|[ \t])/.test(rows[0] ?? ''))
    return { problem: 'This is not a WebVTT file: its first line must be WEBVTT.' };
  const lines: TimedLine[] = [];
  for (const { from, block } of blocksOf(rows)) {
    const at = block.findIndex((row) => row.includes('-->'));
    if (/^(NOTE|STYLE|REGION)($|[ \t])/.test(block[0] ?? '') && at !== 0) continue;
    if (at < 0 || at > 1)
      return { problem: `Line ${from}: a caption must begin with its times, 00:01.000 --> 00:04.000.` };
    const cue = cueOf(block, at);
    if (typeof cue === 'string') return { problem: `Line ${from + at}: ${cue}` };
    if (cue.text !== '') lines.push(cue);
    if (lines.length > MOST_CUES) return { problem: `Line ${from}: a video may have 5,000 captions at most.` };
  }
  if (lines.length === 0) return { problem: 'There are no captions in this file.' };
  return { lines: lines.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0)) };
}

/** Writes captions as a WebVTT file for browsers; `parseWebVtt` parses the file to the same captions. */
export function writeWebVtt(lines: readonly TimedLine[]): string {
  const cues = lines.map(
    ({ start, end, text }) => `${timestamp(start ?? 0)} --> ${timestamp(end ?? 0)}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Formats a time with hours, minutes, seconds and thousandths. */
function timestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
  const [hours, minutes] = [thousandths / 3_600_000, (thousandths / 60_000) % 60];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part((thousandths / 1000) % 60, 2)}.${part(thousandths % 1000, 3)}`;
}

/** Escapes all markup, and especially the arrow `-->` of a cue's times. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The blocks between empty lines after the header, each with the number of its first line. */
function blocksOf(rows: readonly string[]): { from: number; block: string[] }[] {
  const blocks: { from: number; block: string[] }[] = [];
  let block: string[] | null = null;
  // The header also ends before the first caption if the empty line between them is missing.
  const header = rows.findIndex((row) => row === '' || row.includes('-->'));
  for (const [index, row] of header < 0 ? [] : [...rows.entries()].slice(header)) {
    if (row === '') block = null;
    else if (block === null) blocks.push({ from: index + 1, block: (block = [row]) });
    else block.push(row);
  }
  return blocks;
}

/** Parses a caption, or returns the problem with it. */
function cueOf(block: readonly string[], at: number): TimedLine | string {
  const [before = '', after = ''] = (block[at] ?? '').split('-->');
  const [start, end] = [before.trim(), after.trim().split(/[ \t]/)[0] ?? ''];
  const [from, to] = [secondsOf(start), secondsOf(end)];
  if (from === null || to === null)
    return `“${cut(from === null ? start : end)}” is not a valid time. Write it as 00:01:02.500.`;
  if (to <= from) return 'a caption must end after it begins.';
  const text = plain(block.slice(at + 1));
  if (text.length > MOST_CHARACTERS) return `a caption may have ${MOST_CHARACTERS} characters at most.`;
  return { start: from, end: to, text };
}

function secondsOf(time: string): number | null {
  const [found, hours = '0', minutes, seconds, thousandths] = TIME.exec(time) ?? [];
  if (found === undefined) return null;
  return (Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(thousandths)) / 1000;
}

/** Removes tags and decodes entities. From here on, the result is treated as plain text only. */
const plain = (rows: readonly string[]): string =>
  rows
    .map((row) =>
      row
        .replaceAll(/<[^>]*>?/g, '')
        .replaceAll(/&([a-z]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
        .trim(),
    )
    .filter((row) => row !== '')
    .join('\n');

const cut = (text: string): string => (text.length > 20 ? `${shorten(text, 20)}…` : text);
