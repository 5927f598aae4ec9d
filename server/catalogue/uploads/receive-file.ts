import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../../platform/http/errors.ts';

/** A received file on this machine's disk. */
export interface Received {
  /** Absolute path in our own folder. */
  path: string;
  bytes: number;
  sha256: Buffer;
}

export interface Reception {
  /** Absolute path of the new file. */
  path: string;
  maxBytes: number;
  /** Thrown when more than `maxBytes` bytes arrive. */
  tooLarge: HttpError;
  /** Checks the first bytes (`headBytes`, or all of a shorter file) as soon as they have arrived; may throw. */
  judge?: (head: Buffer) => void;
  headBytes?: number;
  /** Called with every chunk and the number of bytes that are on the disk; may throw. */
  watch?: (received: number) => Promise<void>;
  /** Milliseconds without a byte after which the upload is given up. */
  patience?: number;
  /** Aborts the upload with the signal's reason. */
  signal?: AbortSignal;
}

const PATIENCE = 60_000;

/** The error for a sender that fell silent or is too slow. */
export const interrupted = () => new HttpError(408, 'Upload was interrupted. Please try again.');

/**
 * Writes a stream to a file, hashing and counting the bytes as they arrive; memory use doesn't grow with the size. When
 * it throws (a limit, the judge, the watch, a sender that disconnected or fell silent: 408), the file is removed.
 */
export async function receiveFile(stream: Readable, reception: Reception): Promise<Received> {
  const { path, maxBytes, tooLarge, judge, headBytes = 64 * 1024, watch, patience = PATIENCE, signal } = reception;
  const hash = createHash('sha256');
  // Open the file before the first byte is read: if the stream failed before the file was opened, the cleanup would
  // find nothing to remove, and the file would be left behind.
  const file = (await open(path, 'wx', 0o600)).createWriteStream();
  let bytes = 0;
  let head: Buffer[] | null = judge === undefined ? null : [];
  const checkHead = (): void => {
    if (head === null) return;
    const seen = Buffer.concat(head).subarray(0, headBytes);
    head = null;
    judge?.(seen);
  };
  const stop = new AbortController();
  const abortUpload = (): void => stop.abort(signal?.aborted ? signal.reason : interrupted());
  const silence = setTimeout(abortUpload, patience);
  signal?.addEventListener('abort', abortUpload);
  const meter = async function* (chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      silence.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge;
      hash.update(chunk);
      head?.push(chunk);
      if (bytes >= headBytes) checkHead();
      await watch?.(file.bytesWritten);
      yield chunk;
    }
    checkHead();
  };
  try {
    await pipeline(stream, meter, file, { signal: stop.signal });
    return { path, bytes, sha256: hash.digest() };
  } catch (error) {
    await rm(path, { force: true });
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', abortUpload);
  }
}
