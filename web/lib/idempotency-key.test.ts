import { afterEach, expect, it, vi } from 'vitest';
import { newIdempotencyKey } from './idempotency-key.ts';

afterEach(() => vi.unstubAllGlobals());

it('a key is another one each time, also where a page without HTTPS has only random values', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 1000 }, newIdempotencyKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
