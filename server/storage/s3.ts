import { createWriteStream } from 'node:fs';
import { type FileHandle, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PART, readPart, withPartMemory } from './part-memory.ts';
import { openSole } from './plain-file.ts';
import { READER, type S3Settings, SENDER, createS3Client, isAway, isMissing, patiently } from './s3-client.ts';
import { s3Parts } from './s3-parts.ts';
import { AT_ONCE, removeObjects } from './s3-removal.ts';
import {
  type Key,
  NotGrowing,
  type OpenFile,
  type Part,
  type Parts,
  type Range,
  type Storage,
  type StoredFile,
  checkKey,
  isKey,
} from './storage.ts';

/**
 * Seconds within which addresses of one file are the same, so that browsers can keep its bytes, and for which they hold
 * at the most: whether somebody may read a file is asked again so often.
 */
const WINDOW = 900;
const LONGEST = 3600;

/**
 * A store in a bucket of S3, or of what speaks like it. What is asked of it waits for a bucket that is away, and throws
 * StoreUnavailable when that lasts.
 * @param scratch makes a folder for a copy that somebody works on, which is removed here
 */
export function s3Storage(
  settings: S3Settings & { delivery: 'process' | 'redirect' },
  scratch: () => Promise<string>,
): Storage & { parts: Parts } {
  const client = createS3Client(settings);
  const Bucket = settings.bucket;
  const at = (key: Key) => ({ Bucket, Key: checkKey(key) });
  const parts = s3Parts(client, Bucket);

  const size = async (key: Key): Promise<number | null> => {
    try {
      const { ContentLength = 0 } = await patiently(() => client.send(new HeadObjectCommand(at(key))), READER);
      return ContentLength;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  /** Whatever lies below a prefix, also what others have put there. */
  async function* objectsBelow(prefix: Key): AsyncIterable<string> {
    let from: string | undefined;
    do {
      const page = new ListObjectsV2Command({ Bucket, Prefix: `${checkKey(prefix)}/`, ContinuationToken: from });
      const { Contents = [], NextContinuationToken } = await patiently(() => client.send(page), READER);
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
      from = NextContinuationToken;
    } while (from !== undefined);
  }

  return {
    parts,
    size,
    async *list(prefix) {
      // What others put beside the files (a marker of a folder, whose name ends in "/") is nothing of ours.
      for await (const name of objectsBelow(prefix)) if (isKey(name)) yield name;
    },
    async put(key, path) {
      const file = await openSole(path);
      try {
        const { size: bytes } = await file.stat();
        if (bytes <= PART) {
          await withPartMemory(async () => {
            const Body = await readPart(file, 0, bytes);
            await patiently(() => client.send(new PutObjectCommand({ ...at(key), Body })), SENDER);
          });
        } else await putParts(parts, key, file, bytes, async () => (await size(key)) === bytes);
      } finally {
        await file.close();
      }
      await unlink(path);
    },
    async open(key) {
      const bytes = await size(key);
      return bytes === null ? null : openObject(client, at(key), bytes);
    },
    read: (key, range) => Promise.resolve(Readable.from(bytesOf(client, at(key), range), { objectMode: false })),
    async withLocal(key, work, signal) {
      const folder = await scratch();
      const path = join(folder, 'copy');
      try {
        const bytes = Readable.from(bytesOf(client, at(key)), { objectMode: false });
        await pipeline(bytes, createWriteStream(path, { mode: 0o600 }), signal ? { signal } : {});
        return await work(path);
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async remove(prefix) {
      let names: string[] = [checkKey(prefix)];
      for await (const name of objectsBelow(prefix)) {
        if (names.push(name) < AT_ONCE) continue;
        await removeObjects(client, Bucket, names);
        names = [];
      }
      if (names.length > 0) await removeObjects(client, Bucket, names);
    },
    async address(key, until, { contentType, cacheControl }) {
      if (settings.delivery === 'process') return null;
      const from = Math.floor(Date.now() / 1000 / WINDOW) * WINDOW;
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: contentType,
        ResponseCacheControl: cacheControl,
      });
      return getSignedUrl(client, command, {
        signingDate: new Date(from * 1000),
        expiresIn: Math.max(1, Math.min(LONGEST, Math.floor(until / 1000) - from)),
      });
    },
    free: () => Promise.resolve(null),
  };
}

/**
 * A larger file, part by part; when it breaks off, nothing of it is kept.
 * @param isWhole whether the store has it
 */
async function putParts(
  parts: Parts,
  key: Key,
  file: FileHandle,
  bytes: number,
  isWhole: () => Promise<boolean>,
): Promise<void> {
  const upload = await parts.begin(key);
  try {
    const done: Part[] = [];
    for (let start = 0; start < bytes; start += PART) {
      const number = done.length + 1;
      const length = Math.min(PART, bytes - start);
      done.push({ number, etag: await parts.add(key, upload, number, () => readPart(file, start, length)) });
    }
    await parts.complete(key, upload, done).catch(async (error: unknown) => {
      // Put together by a try whose answer was lost.
      if (!(error instanceof NotGrowing && (await isWhole()))) throw error;
    });
  } catch (error) {
    // What went wrong first says more.
    await parts.abandon(key, upload).catch(() => {});
    throw error;
  }
}

/**
 * An object, open for reading: each read is a request of its own for just those bytes. So nothing is held of what a slow
 * reader has not asked for yet, and no connection to the store waits for him.
 */
function openObject(client: S3Client, object: { Bucket: string; Key: string }, size: number): StoredFile {
  const closed = new AbortController();
  const file: OpenFile = {
    async read(buffer, offset, length, position) {
      const wanted = Math.min(length, size - position);
      let bytesRead = 0;
      if (wanted <= 0) return { bytesRead };
      const range = { start: position, end: position + wanted - 1 };
      for await (const chunk of bytesOf(client, object, range, closed.signal)) {
        bytesRead += chunk.copy(buffer, offset + bytesRead);
      }
      return { bytesRead };
    },
    close() {
      closed.abort(new Error('The file was closed.'));
      return Promise.resolve();
    },
  };
  return { file, stats: { size } };
}

/** The bytes of an object or of a range of it. An answer that breaks off is gone on with where it ended. */
async function* bytesOf(
  client: S3Client,
  object: { Bucket: string; Key: string },
  range?: Range,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  let start = range?.start ?? 0;
  let end = range?.end ?? Infinity;
  for (let broken = 0; start <= end;) {
    const isWhole = start === 0 && end === Infinity;
    const get = new GetObjectCommand({ ...object, ...(!isWhole && { Range: `bytes=${start}-${end}` }) });
    const { Body, ContentLength = 0 } = await patiently(
      () => client.send(get, signal && { abortSignal: signal }),
      READER,
      signal,
    );
    end = start + ContentLength - 1;
    try {
      for await (const chunk of Body as AsyncIterable<Buffer>) {
        start += chunk.length;
        broken = 0;
        yield chunk;
      }
    } catch (error) {
      broken += 1;
      if (!isAway(error) || broken > MOST_BROKEN) throw error;
    }
  }
}

/** So often an answer may break off before a byte of it came. */
const MOST_BROKEN = 10;
