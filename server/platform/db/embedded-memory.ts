import { totalmem } from 'node:os';

const MB = 1024 * 1024;
const MIN_MB = 128;
const MAX_MB = 1024;

/** The memory of this machine, or of the container that we run in, in bytes. */
export function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * The shared buffers of the embedded server in MB, for a machine with `memory` bytes: an eighth, because the web
 * process and the worker run on the same machine, and the system's cache uses the rest.
 */
export const sharedBuffersMB = (memory: number): number =>
  Math.max(MIN_MB, Math.min(MAX_MB, Math.floor(memory / 8 / MB)));
