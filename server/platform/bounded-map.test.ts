import { expect, it } from 'vitest';
import { setBounded } from './bounded-map.ts';

it('a full map is emptied before the next value is added', () => {
  const kept = new Map<string, number>();
  for (const [name, value] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    expect(setBounded(kept, name, value, 3)).toBe(value);
  expect([...kept]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  setBounded(kept, 'd', 4, 3);
  expect([...kept]).toEqual([['d', 4]]);
});
