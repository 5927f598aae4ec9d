import { expect, it } from 'vitest';
import { monthsOf } from './stats-months.ts';
import { statsCsv } from './stats-csv.ts';

const statistics = {
  totalSongs: 0,
  totalVideos: 0,
  totalPlays: 0,
  musicians: 0,
  curation: { avgWaitTime: null },
  submission: { passRate: null },
};

it('a musician’s months have plays and audience, and are a table for spreadsheets', () => {
  const months = monthsOf({
    playCountInfo: {
      months: [
        { date: '2026-10-01', plays: 7 },
        { date: '2026-11-01', plays: 1234 },
      ],
    },
    audience: { months: [{ date: '2026-11-01', listeners: 3, favorites: 2, shares: 1 }], origins: [], showings: [] },
    statistics,
  });
  expect(months).toEqual([
    { date: '2026-10-01', plays: 7, listeners: 0, favorites: 0, shares: 0 },
    { date: '2026-11-01', plays: 1234, listeners: 3, favorites: 2, shares: 1 },
  ]);
  expect(statsCsv(months)).toBe('month,plays,listeners,favorites,shares\r\n2026-10,7,0,0,0\r\n2026-11,1234,3,2,1\r\n');
});
