import { expect, test } from 'vitest';
import { createCursors } from './cursor.ts';
import { type PageOptions, type Slice, readPage } from './paging.ts';

const cursors = createCursors('secret');
const ROWS = Array.from({ length: 10 }, (_, n) => ({ n, text: 'x'.repeat(n === 4 ? 900 : 90) }));

const page = (options: PageOptions, maxBytes?: number) =>
  readPage(cursors, options, {
    name: 'rows',
    size: 5,
    ...(maxBytes !== undefined && { maxBytes }),
    read: async ({ after, skip, limit }: Slice<readonly [number]>) => ({
      rows: ROWS.filter(({ n }) => after === null || n > after[0]).slice(skip, skip + limit),
    }),
    placeOf: ({ n }) => [n] as const,
  });

test('a page of long rows ends early, and its cursor reaches every row once', async () => {
  const pages: number[][] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { rows, paging } = await page(cursor === undefined ? { size: 5 } : { size: 5, cursor }, 330);
    expect(paging.size).toBe(5);
    pages.push(rows.map(({ n }) => n));
    cursor = paging.next;
  }
  // The fifth row is larger than a page, so it gets a page of its own.
  expect(pages).toEqual([[0, 1, 2], [3], [4], [5, 6, 7], [8, 9]]);
});

test('a page has all requested rows if the list sets no byte limit', async () => {
  expect((await page({ size: 10 })).rows).toHaveLength(10);
  expect((await page({ size: 10 })).paging.next).toBeNull();
  expect((await page({ page: 2 })).rows.map(({ n }) => n)).toEqual([5, 6, 7, 8, 9]);
});
