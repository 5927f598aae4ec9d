import type { StatsMonth } from './stats-months.ts';

/** The months as a table for spreadsheets (RFC 4180), with a line of names first. */
export const statsCsv = (months: readonly StatsMonth[]): string =>
  [
    'month,plays,listeners,favorites,shares',
    ...months.map(({ date, plays, listeners, favorites, shares }) =>
      [date.slice(0, 7), plays, listeners, favorites, shares].join(','),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join('');
