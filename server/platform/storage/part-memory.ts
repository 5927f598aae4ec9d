import type { OpenFile } from './storage.ts';

/** Bytes of a part. S3 accepts parts from 5 MiB (the last may be smaller), and ten thousand of them per file. */
export const PART = 8 * 1024 * 1024;
/** Bytes of the largest file that fits into parts. */
export const LARGEST = 10_000 * PART;

/** Parts that one process holds in memory at a time; further calls wait. */
const AT_A_TIME = 4;
let held = 0;
const waiting: (() => void)[] = [];

/** Runs `work`, which may hold the bytes of one part. The whole part is held so that it can be resent. */
export async function withPartMemory<T>(work: () => Promise<T>): Promise<T> {
  if (held < AT_A_TIME) held += 1;
  else await new Promise<void>((next) => waiting.push(next));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) held -= 1;
    else next();
  }
}

/** Reads `length` bytes of a file from `start`. Throws when the file has become shorter. */
export async function readPart(file: OpenFile, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let have = 0; have < length;) {
    const { bytesRead } = await file.read(buffer, have, length - have, start + have);
    if (bytesRead === 0) throw new Error(`a file ended at ${start + have}, before ${start + length}`);
    have += bytesRead;
  }
  return buffer;
}
