import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watchPace } from './pace.ts';
import { interrupted } from './receive-file.ts';
import { locked } from './upload-locks.ts';

/** What the bytes of a resumable upload are asked on their way. */
export interface Guards {
  /** Asked with every chunk, with the bytes that were kept; may throw. `end` notes the last count. */
  room: (kept: number) => Promise<void>;
  /** Whether this process still holds the upload's lock. */
  mayWrite: () => boolean;
  /** Bytes of the upload that were kept until now. */
  kept: () => number;
  /** Milliseconds over which the pace of a sender is judged. */
  paceWindow: number | undefined;
}

/**
 * Pipes what a sender brings into a file. Throws 408 for one that drips, 423 when the lock was lost, and what `room`
 * throws; what was on its way into the file then may still be.
 */
export async function guardBytes(bytes: Readable, into: Writable, guards: Guards): Promise<void> {
  const { room, mayWrite, kept, paceWindow } = guards;
  let came = 0;
  const meter = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      came += chunk.length;
      if (!mayWrite()) throw locked();
      await room(kept());
      yield chunk;
    }
  };
  const stop = new AbortController();
  const endWatch = watchPace(
    () => came,
    () => stop.abort(interrupted()),
    paceWindow,
  );
  try {
    await pipeline(bytes, meter, into, { signal: stop.signal });
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    endWatch();
  }
}
