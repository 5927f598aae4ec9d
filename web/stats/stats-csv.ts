import type { MediaRetention } from '@scoville/contract/stats.ts';
import type { StatsMonth } from './stats-months.ts';

/** The months as a table for spreadsheets, with a line of names first. */
export const statsCsv = (months: readonly StatsMonth[]): string =>
  csv([
    'month,plays,listeners,favorites,shares',
    ...months.map(({ date, plays, listeners, favorites, shares }) =>
      [date.slice(0, 7), plays, listeners, favorites, shares].join(','),
    ),
  ]);

/** How many heard each part of a media that is so many seconds long; a part is told by the second at which it begins. */
export const retentionCsv = ({ listens, parts }: MediaRetention, length: number): string =>
  csv([
    'second,heard,listens',
    ...parts.map((heard, part) => [((part * length) / parts.length).toFixed(1), heard, listens].join(',')),
  ]);

/** Lines as RFC 4180 has them. */
const csv = (lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');
