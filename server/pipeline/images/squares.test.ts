import { expect, it } from 'vitest';
import { nextVersion } from './squares.ts';

it('F13 a picture’s version is new, larger than the last, and not predictable', () => {
  const now = Date.UTC(2026, 10, 21);
  const drawn = new Set(Array.from({ length: 50 }, () => nextVersion(0, now)));
  expect(drawn.size).toBeGreaterThan(45);
  for (const version of drawn) expect(Number.isSafeInteger(version)).toBe(true);
  expect(Math.min(...[...drawn].map((version) => nextVersion(version, now + 1000) - version))).toBeGreaterThan(0);
  // A clock that was set back, and two versions in one second.
  const last = nextVersion(0, now);
  const next = new Set(Array.from({ length: 50 }, () => nextVersion(last, now - 60_000)));
  expect(Math.min(...next)).toBeGreaterThan(last);
  expect(next.size).toBeGreaterThan(45);
});
