import { expect, it } from 'vitest';
import { between, costTable } from './costs.ts';

const before = { commit: 'abc1234', cores: 2, rows: [{ name: 'journeys', tests: 450, wall: null, cpu: 70 }] };
const cpu = { browser: 60, product: 30, PostgreSQL: 0, ffmpeg: 0, 'test runner': 30, other: 0 };
const cost = { wall: 90, passed: 7, failed: 1, skipped: 2 };
const table = (commands: Record<string, number>) =>
  costTable(
    before,
    { stages: { first: { ...cost, cpu }, second: { ...cost, cpu: null } }, commands, files: {}, slowest: [] },
    { commit: 'def5678', cores: 4 },
  ).split('\n');

it('the table has the costs before and those of the last runs, in minutes', () => {
  expect(table({})).toEqual([
    '|  | tests | wall | CPU | browser | product | PostgreSQL | ffmpeg | test runner | other |',
    `|${' --- |'.repeat(10)}`,
    '| **before** (abc1234, 2 cores) |  |  |  |  |  |  |  |  |  |',
    '| journeys | 450 |  | 70 |  |  |  |  |  |  |',
    '| **now** (def5678, 4 cores) |  |  |  |  |  |  |  |  |  |',
    '| first | 8 | 1.5 | 2.0 | 1.0 | 0.5 | 0.0 | 0.0 | 0.5 | 0.0 |',
    '| second | 8 | 1.5 |  |  |  |  |  |  |  |',
  ]);
});

it.each([
  [{ 'npm test': 600, 'npm run test:rest': 1200 }, ['| `npm test` |  | 10.0', '| `npm run test:all` |  | 30.0']],
  [{ 'npm test': 600 }, ['| `npm test` |  | 10.0']],
  [{ 'npm run test:all': 1500 }, ['| `npm run test:all` |  | 25.0']],
])('commands are listed once measured, test:all also as the sum of its parts: %j', (commands, starts) => {
  expect(
    table(commands)
      .slice(7)
      .map((line) => line.replace(/( \| )+ ?\|$/, '')),
  ).toEqual(starts);
});

it('the table replaces only the text between the markers', () => {
  expect(between('a\n<!-- costs -->\nold\n<!-- /costs -->\nb', 'new')).toBe(
    'a\n<!-- costs -->\n\nnew\n\n<!-- /costs -->\nb',
  );
  expect(() => between('a\n<!-- /costs -->\n<!-- costs -->', 'new')).toThrow('no <!-- costs -->');
});
