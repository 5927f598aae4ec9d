import { expect, it } from 'vitest';
import { toMonths } from './stats-months.ts';
import { csvFile } from './save-csv.ts';
import { statsCsv } from './stats-csv.ts';

const statistics = {
  totalSongs: 0,
  totalVideos: 0,
  totalPlays: 0,
  musicians: 0,
  curation: { avgWaitTime: null, medianWaitTime: null, inTime30: null, inTime365: null },
  submission: { passRate: null },
};

it('each month of a musician has plays and the audience’s figures', () => {
  const months = toMonths({
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

it('the tables for spreadsheets contain all figures of the stats', () => {
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

it('a title that a spreadsheet would take for a formula is quoted as text', () => {
  const titles = ['=HYPERLINK("x")', '+1', '-2+3', '@SUM(A1)', '\tTab', '\rReturn', 'A=B', '1-2', 'Été'];
  const showings = titles.map((title) => ({ id: title, title, browse: 1, queue: 0, plays: 0 }));
  const text = statsCsv([], { months: [], origins: [], showings, heard: [] });
  expect(text.trim().split('\r\n').slice(1)).toEqual([
    '"\'=HYPERLINK(""x"")",1,0,0',
    "'+1,1,0,0",
    "'-2+3,1,0,0",
    "'@SUM(A1),1,0,0",
    "'\tTab,1,0,0",
    '"\'\rReturn",1,0,0',
    'A=B,1,0,0',
    '1-2,1,0,0',
    'Été,1,0,0',
  ]);
});

it('a table’s file declares UTF-8 in its first bytes and in its type', async () => {
  const file = csvFile('Été\r\n');
  expect(file.type).toBe('text/csv;charset=utf-8');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\uFEFFÉté\r\n');
});
