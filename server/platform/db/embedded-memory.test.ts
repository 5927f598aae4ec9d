import { expect, it } from 'vitest';
import { memoryHere, sharedBuffersMB } from './embedded-memory.ts';

const GB = 1024 ** 3;

it.each([
  [0.5, 128],
  [2, 256],
  [4, 512],
  [64, 1024],
])('on a machine with %d GB, the embedded server has %d MB of shared buffers', (gigabytes, kept) => {
  expect(sharedBuffersMB(gigabytes * GB)).toBe(kept);
});

it('detects the memory of this machine', () => {
  expect(memoryHere()).toBeGreaterThan(0.1 * GB);
});
