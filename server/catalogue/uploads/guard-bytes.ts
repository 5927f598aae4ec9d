import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { watchPace } from './pace.ts';
import { interrupted } from './receive-file.ts';
import { locked } from './upload-locks.ts';

/** Checks that run while the bytes of a resumable upload arrive. */
export interface Guards {
  /** Called with every chunk and the number of bytes kept so far; may throw. */
  room: (kept: number) => Promise<void>;
  /** Whether this process still holds the upload's lock. */
  mayWrite: () => boolean;
  /** Number of bytes of the upload that are kept so far. */
  received: () => number;
  /** Milliseconds over which a sender's pace is measured. */
  paceWindow: number | undefined;
}

/**
 * Pipes a sender's bytes into a file. Throws 408 for a sender that is too slow, 423 when the lock was lost, and
 * whatever `room` throws. After an error, a write to the file may still be in progress.
 */
export async function guardBytes(bytes: Readable, into: Writable, guards: Guards): Promise<void> {
  const { room, mayWrite, received, paceWindow } = guards;
  let came = 0;
  const meter = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      came += chunk.length;
      if (!mayWrite()) throw locked();
      await room(received());
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
