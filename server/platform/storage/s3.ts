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
import { READER, type S3Settings, SENDER, createS3Client, isTransient, isMissing, withRetries } from './s3-client.ts';
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
 * WINDOW: seconds during which all addresses of one file are the same, so that browsers can cache its bytes. LONGEST:
 * seconds for which an address is valid at most, because permission to read the file is only checked again after that.
 */
const WINDOW = 900;
const LONGEST = 3600;

/**
 * A store in a bucket of S3, or of a service with the same API. Calls wait while the bucket is unreachable, and throw
 * StoreUnavailable when that lasts.
 * @param scratch makes a folder for a local copy, which `withLocal` removes
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
      const { ContentLength = 0 } = await withRetries(() => client.send(new HeadObjectCommand(at(key))), READER);
      return ContentLength;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  /** All objects below a prefix, including those that others have put there. */
  async function* objectsBelow(prefix: Key): AsyncIterable<string> {
    let from: string | undefined;
    do {
      const page = new ListObjectsV2Command({ Bucket, Prefix: `${checkKey(prefix)}/`, ContinuationToken: from });
      const { Contents = [], NextContinuationToken } = await withRetries(() => client.send(page), READER);
      for (const { Key } of Contents) if (Key !== undefined) yield Key;
      from = NextContinuationToken;
    } while (from !== undefined);
  }

  return {
    parts,
    size,
    async *list(prefix) {
      // Skips objects that others put next to the files, such as the marker of a folder, whose name ends in "/".
      for await (const name of objectsBelow(prefix)) if (isKey(name)) yield name;
    },
    async put(key, path) {
      const file = await openSole(path);
      try {
        const { size: bytes } = await file.stat();
        if (bytes <= PART) {
          await withPartMemory(async () => {
            const Body = await readPart(file, 0, bytes);
            await withRetries(() => client.send(new PutObjectCommand({ ...at(key), Body })), SENDER);
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
 * Uploads a larger file part by part; abandons the upload when that fails, so that nothing of it is kept.
 * @param isWhole whether the store has the complete file
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
      // An earlier try assembled the file, and its response was lost.
      if (!(error instanceof NotGrowing && (await isWhole()))) throw error;
    });
  } catch (error) {
    // Ignores errors of the cleanup, because the first error explains more.
    await parts.abandon(key, upload).catch(() => {});
    throw error;
  }
}

/**
 * Opens an object for reading. Each read is a separate request for just those bytes, so no bytes are buffered that a
 * slow reader has not requested yet, and no connection to the store waits for that reader.
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

/** The bytes of an object or of a range of it. When a response breaks off, another request resumes where it ended. */
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
    const { Body, ContentLength = 0 } = await withRetries(
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
      if (!isTransient(error) || broken > MOST_BROKEN) throw error;
    }
  }
}

/** Responses in a row that may break off before their first byte. */
const MOST_BROKEN = 10;
