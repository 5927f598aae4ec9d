import type { MediaRetention, MediaStats } from '@scoville/contract/stats.ts';
import type { StatsMonth } from './stats-months.ts';

type Field = string | number;

/** The stats as tables for spreadsheets, with an empty line between two: months, where plays began, showings, how far people listen. */
export function statsCsv(months: readonly StatsMonth[], audience: MediaStats['audience']): string {
  const { origins = [], showings = [], heard = [] } = audience ?? {};
  const tables = [
    table(
      ['month', 'plays', 'listeners', 'favorites', 'shares'],
      months.map((one) => [one.date.slice(0, 7), one.plays, one.listeners, one.favorites, one.shares]),
    ),
    table(
      ['origin', 'plays'],
      origins.map(({ origin, plays }) => [origin, plays]),
    ),
    table(
      ['title', 'shown in browse', 'shown after a queue', 'played'],
      showings.map(({ title, browse, queue, plays }) => [title, browse, queue, plays]),
    ),
    table(
      ['title', ...HEARD],
      heard.flatMap(({ title, length, ...of }) => heardLines(of, length ?? 0).map((line) => [title, ...line])),
    ),
  ];
  return tables.filter((text) => text !== '').join('\r\n');
}

/** How many heard each part of a media that is so many seconds long; a part is told by the second at which it begins. */
export const retentionCsv = (of: MediaRetention, length: number): string => table(HEARD, heardLines(of, length));

const HEARD = ['second', 'heard', 'listens'];
const heardLines = ({ listens, parts }: MediaRetention, length: number): Field[][] =>
  parts.map((heard, part) => [((part * length) / parts.length).toFixed(1), heard, listens]);

/** Lines as RFC 4180 has them, with a line of names first; nothing without any. */
const table = (names: readonly string[], lines: readonly (readonly Field[])[]): string =>
  lines.length === 0 ? '' : [names, ...lines].map((line) => `${line.map(fieldText).join(',')}\r\n`).join('');

/** What a spreadsheet would take for a formula: titles are whatever somebody wrote, and are shown and never calculated. */
const FORMULA = /^[=+\-@\t\r]/;

const fieldText = (field: Field): string => {
  const text = typeof field === 'string' && FORMULA.test(field) ? `'${field}` : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
