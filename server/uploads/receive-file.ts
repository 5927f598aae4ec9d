import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../http/errors.ts';

/** A file that arrived, on this machine's disk. */
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
  /** Thrown when more come. */
  tooLarge: HttpError;
  /** Looks at the first bytes (`headBytes`, or all of a shorter file) as soon as they are here, and may throw. */
  judge?: (head: Buffer) => void;
  headBytes?: number;
  /** Milliseconds without a byte after which the sender is given up. */
  patience?: number;
}

const PATIENCE = 60_000;

/**
 * Writes a stream to a file, hashing and counting as the bytes come; memory stays flat whatever the size. When it
 * throws (a limit, the judge, a sender that went away or fell silent: 408), the file is gone.
 */
export async function receiveFile(stream: Readable, reception: Reception): Promise<Received> {
  const { path, maxBytes, tooLarge, judge, headBytes = 64 * 1024, patience = PATIENCE } = reception;
  const hash = createHash('sha256');
  let bytes = 0;
  let head: Buffer[] | null = judge === undefined ? null : [];
  const judgeHead = (): void => {
    if (head === null) return;
    const seen = Buffer.concat(head).subarray(0, headBytes);
    head = null;
    judge?.(seen);
  };
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      silence.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) return done(tooLarge);
      hash.update(chunk);
      head?.push(chunk);
      try {
        if (bytes >= headBytes) judgeHead();
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        judgeHead();
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const silence = setTimeout(
    () => meter.destroy(new HttpError(408, 'Upload was interrupted. Please try again.')),
    patience,
  );
  try {
    await pipeline(stream, meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, bytes, sha256: hash.digest() };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    clearTimeout(silence);
  }
}
