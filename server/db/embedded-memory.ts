import { totalmem } from 'node:os';

const MB = 1024 * 1024;
const MIN_MB = 128;
const MAX_MB = 1024;

/** Bytes that this machine, or the container that we are in, has. */
export function memoryHere(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * What the embedded server keeps of its tables in memory, in MB: an eighth of the machine, for the web and the worker
 * live beside it; what is over, the system's own cache keeps. Takes the machine's bytes.
 */
export const sharedBuffersMB = (memory: number): number =>
  Math.max(MIN_MB, Math.min(MAX_MB, Math.floor(memory / 8 / MB)));
