import type { OpenFile } from './storage.ts';

/** Bytes of a part: S3 takes no smaller one but the last, and ten thousand of them. */
export const PART = 8 * 1024 * 1024;
/** Bytes of the largest file in parts. */
export const LARGEST = 10_000 * PART;

/** Parts that one process holds in memory at a time; whoever comes later waits. */
const AT_A_TIME = 4;
let held = 0;
const waiting: (() => void)[] = [];

/** Runs `work`, which may hold the bytes of one part. A part is held as a whole so that it can be sent again. */
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

/** So many bytes of a file from `start`. Throws when it has become shorter. */
export async function readPart(file: OpenFile, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let have = 0; have < length;) {
    const { bytesRead } = await file.read(buffer, have, length - have, start + have);
    if (bytesRead === 0) throw new Error(`a file ended at ${start + have}, before ${start + length}`);
    have += bytesRead;
  }
  return buffer;
}
