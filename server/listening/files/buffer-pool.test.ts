import { expect, test } from 'vitest';
import { createBufferPool } from './buffer-pool.ts';

test('a buffer has the size of the next power of two, and is reused after it is given back', () => {
  const pool = createBufferPool();
  const first = pool.take(100_000);
  expect(first.byteLength).toBe(131_072);
  expect(pool.take(100_000)).not.toBe(first);
  pool.release(first);
  expect(pool.take(65_537)).toBe(first);
  expect([1, 65_536, 65_537, 1_048_576].map((bytes) => pool.take(bytes).byteLength)).toEqual([
    65_536, 65_536, 131_072, 1_048_576,
  ]);
});

test('the pool keeps no more than the spare bytes', () => {
  const pool = createBufferPool(200_000);
  const [first, second, third] = [pool.take(65_536), pool.take(131_072), pool.take(65_536)];
  for (const buffer of [first, second, third]) pool.release(buffer);
  expect(pool.take(131_072)).toBe(second);
  expect(pool.take(65_536)).toBe(first);
  expect(pool.take(65_536)).not.toBe(third);
});
