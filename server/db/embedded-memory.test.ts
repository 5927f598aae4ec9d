import { expect, it } from 'vitest';
import { memoryHere, sharedBuffersMB } from './embedded-memory.ts';

const GB = 1024 ** 3;

it.each([
  [0.5, 128],
  [2, 256],
  [4, 512],
  [64, 1024],
])('of a machine with %d GB the embedded server keeps %d MB', (gigabytes, kept) => {
  expect(sharedBuffersMB(gigabytes * GB)).toBe(kept);
});

it('knows how much this machine has', () => {
  expect(memoryHere()).toBeGreaterThan(0.1 * GB);
});
