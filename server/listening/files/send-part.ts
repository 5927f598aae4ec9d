import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { OpenFile, Range } from '../../platform/storage/storage.ts';
import { createBufferPool } from './buffer-pool.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { OneBuffer } from './one-buffer.ts';

/**
 * Parts up to this size (bytes) are sent with one read and one write, which is faster than a stream, as long as the
 * budget allows.
 */
const ONE_READ = 1024 * 1024;

/** Buffer sizes for a longer part (bytes): within the budget, and without it. */
const AHEAD = 256 * 1024;
const LITTLE = 64 * 1024;

const pool = createBufferPool();

/**
 * Sends a part of an open file and closes it. Returns a function for the number of bytes sent so far, which can be
 * called during and after the response. Bytes that the other side didn't read don't count.
 */
export async function sendPart(
  reply: FastifyReply,
  file: OpenFile,
  part: Range,
  budget: MemoryBudget,
): Promise<() => number> {
  const { raw } = reply;
  const length = part.end - part.start + 1;
  let isOut = false;
  raw.once('finish', () => void (isOut = true));
  const giveBack = budget.take(length <= ONE_READ ? length : AHEAD);
  if (giveBack !== null) onFinished(raw, giveBack);
  if (giveBack !== null && length <= ONE_READ) {
    try {
      reply.send(await readPart(file, part, length, raw));
    } finally {
      await file.close();
    }
    return () => (isOut ? length : 0);
  }
  const stream = new OneBuffer(file, part, raw, giveBack === null ? LITTLE : AHEAD);
  let most = 0;
  reply.send(stream);
  return () => {
    if (isOut) return length;
    // Bytes in the process's own buffers were not sent yet.
    most = Math.max(most, stream.handedOn - raw.writableLength);
    return most;
  };
}

async function readPart(file: OpenFile, { start }: Range, length: number, raw: ServerResponse): Promise<Buffer> {
  const buffer = pool.take(length);
  const { bytesRead } = await file.read(buffer, 0, length, start);
  // The buffer of an aborted response is left to the garbage collector, because the system may still read it.
  raw.once('finish', () => pool.release(buffer));
  return buffer.subarray(0, bytesRead);
}

/** Calls back when a response was sent or its reader left, maybe twice. */
export function onFinished(raw: ServerResponse, over: () => void): void {
  if (raw.writableFinished || raw.destroyed) over();
  else raw.once('finish', over).once('close', over);
}
