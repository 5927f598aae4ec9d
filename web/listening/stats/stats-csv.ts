import type { MediaRetention, MediaStats } from '@scoville/contract/listening/stats.ts';
import type { StatsMonth } from './stats-months.ts';

type Field = string | number;

/**
 * The stats as tables for spreadsheets, with an empty line between the tables: months, origins of plays, showings (how
 * often each item was shown as a recommendation), how far people listen.
 */
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

/**
 * The number of listens that reached each part of an item with this length in seconds. A part is identified by the
 * second at which it begins.
 */
export const retentionCsv = (of: MediaRetention, length: number): string => table(HEARD, heardLines(of, length));

const HEARD = ['second', 'heard', 'listens'];
const heardLines = ({ listens, parts }: MediaRetention, length: number): Field[][] =>
  parts.map((heard, part) => [((part * length) / parts.length).toFixed(1), heard, listens]);

/** Rows in the format of RFC 4180, below a row of column names. Empty if there are no rows. */
const table = (names: readonly string[], lines: readonly (readonly Field[])[]): string =>
  lines.length === 0 ? '' : [names, ...lines].map((line) => `${line.map(fieldText).join(',')}\r\n`).join('');

/**
 * A text that a spreadsheet would take for a formula. Titles are arbitrary user input and must be shown, never
 * calculated.
 */
const FORMULA = /^[=+\-@\t\r]/;

const fieldText = (field: Field): string => {
  const text = typeof field === 'string' && FORMULA.test(field) ? `'${field}` : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
