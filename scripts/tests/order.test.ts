import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { longestFirst } from './order.ts';
import { storeTimings, readTimings, secondsByFile } from './timings.ts';

const file = (name: string, bytes: number, seconds?: number) => ({ file: name, bytes, seconds });

it('starts with the longest files', () => {
  const files = [file('a', 900, 1), file('b', 100, 30), file('c', 100, 10), file('d', 100, 20)];
  expect(longestFirst(files, 2)).toEqual([
    ['b', 'd'],
    ['c', 'a'],
  ]);
});

it('uses the size of the files before anything was measured', () => {
  expect(longestFirst([file('a', 10), file('b', 300), file('c', 200)], 3)).toEqual([['b'], ['c'], ['a']]);
});

it('estimates the time of a new file by its size', () => {
  const files = [file('a', 100, 10), file('b', 200, 20), file('new', 150)];
  expect(longestFirst(files, 3).flat()).toEqual(['b', 'new', 'a']);
});

it('leaves no file out and makes no empty group', () => {
  expect(longestFirst([file('a', 0), file('b', 0)], 4)).toEqual([['a', 'b']]);
  expect(longestFirst([], 4)).toEqual([]);
});

it('keeps the times of files and stages that a later run leaves out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scoville-timings-'));
  const path = join(folder, 'cache/timings.json');
  const cost = { wall: 1, cpu: null, passed: 1, failed: 0, skipped: 0 };
  try {
    expect(readTimings(path).files).toEqual({});
    storeTimings(
      { stages: { one: cost, two: cost }, commands: { all: 5 }, files: { one: { a: 1, b: 2 } }, slowest: [] },
      path,
    );
    storeTimings({ stages: { one: { ...cost, wall: 3 } }, commands: {}, files: { one: { a: 4 } }, slowest: [] }, path);
    expect(readTimings(path)).toMatchObject({
      stages: { one: { wall: 3 }, two: { wall: 1 } },
      commands: { all: 5 },
      files: { one: { a: 4, b: 2 } },
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('adds up the tests of a file', () => {
  const tests = [
    { file: 'a', test: 'one', seconds: 1 },
    { file: 'b', test: 'two', seconds: 5 },
    { file: 'a', test: 'three', seconds: 2 },
  ];
  expect(secondsByFile(tests)).toEqual({ a: 3, b: 5 });
});
