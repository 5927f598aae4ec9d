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

it('a musician’s months have plays and audience', () => {
  const months = monthsOf({
    playCountInfo: {
      months: [
        { date: '2026-10-01', plays: 7 },
        { date: '2026-11-01', plays: 1234 },
      ],
    },
    audience: {
      months: [{ date: '2026-11-01', listeners: 3, favorites: 2, shares: 1 }],
      origins: [],
      showings: [],
      heard: [],
    },
    statistics,
  });
  expect(months).toEqual([
    { date: '2026-10-01', plays: 7, listeners: 0, favorites: 0, shares: 0 },
    { date: '2026-11-01', plays: 1234, listeners: 3, favorites: 2, shares: 1 },
  ]);
});

it('everything of the stats is in their tables for spreadsheets', () => {
  const months = [{ date: '2026-11-01', plays: 1234, listeners: 3, favorites: 2, shares: 1 }];
  const first = 'month,plays,listeners,favorites,shares\r\n2026-11,1234,3,2,1\r\n';
  expect(statsCsv(months, null)).toBe(first);
  expect(statsCsv(months, { months: [], origins: [], showings: [], heard: [] })).toBe(first);
  const [id, title] = ['00000000-0000-7000-8000-000000000001', 'Say "when", or\nnever'];
  const quoted = '"Say ""when"", or\nnever"';
  const text = statsCsv(months, {
    months: [],
    origins: [{ origin: 'feed', plays: 5 }],
    showings: [{ id, title, browse: 4, queue: 3, plays: 2 }],
    heard: [
      { id, title, length: 60, listens: 9, parts: [9, 4] },
      { id, title: 'x', length: null, listens: 1, parts: [1] },
    ],
  });
  expect(text.split('\r\n')).toEqual([
    ...first.split('\r\n'),
    'origin,plays',
    'feed,5',
    '',
    'title,shown in browse,shown after a queue,played',
    `${quoted},4,3,2`,
    '',
    'title,second,heard,listens',
    `${quoted},0.0,9,9`,
    `${quoted},30.0,4,9`,
    'x,0.0,1,1',
    '',
  ]);
});
