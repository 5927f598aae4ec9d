import { mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import S3Error from '@20minutes/s3rver/lib/models/error.js';
import type { S3Settings } from '../platform/storage/s3-client.ts';
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts';

/** A real S3 server, behind a proxy that can interrupt it. */
export interface TestS3 {
  settings: S3Settings;
  /** The same settings as environment variables. */
  env: Record<string, string>;
  /** The proxy for every connection to the store. */
  proxy: DatabaseProxy;
  /** The methods of all requests so far, in order. Empty it before counting. */
  asked: string[];
  /** Multipart uploads that were neither completed nor aborted. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

const BUCKET = 'scoville';
/** The smallest size of a part in bytes, except for the last one. */
const SMALLEST = 5 * 1024 * 1024;

/** Starts an S3 server in this process, with one bucket. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'scoville-s3-'));
  await mkdir(join(directory, BUCKET));
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, vhostBuckets: false });
  addWhatItLacks(server);
  const asked: string[] = [];
  server.middleware.unshift((context, next) => {
    asked.push(context.method);
    return next();
  });
  const { port } = await server.run();
  const proxy = await openDatabaseProxy(`http://127.0.0.1:${port}`);
  const settings = {
    endpoint: new URL(proxy.url).origin,
    region: 'us-east-1',
    bucket: BUCKET,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    },
    proxy,
    asked,
    unfinished: () => readdir(server.store.getResourcePath(BUCKET, undefined, 'uploads')).catch(() => []),
    async close() {
      await proxy.close();
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}

/**
 * Adds checks of real S3 servers. Amazon's can abort multipart uploads, and refuses parts of unknown uploads, small
 * parts, and parts that it doesn't have. Cloudflare's requires parts of equal size, except for a smaller last one. Some
 * compatible servers only delete many objects at once with the checksum from the protocol's first years (Content-MD5).
 */
function addWhatItLacks({ middleware, store }: S3rver): void {
  const folderOf = (upload: string) => join(store.getResourcePath(BUCKET, undefined, 'uploads'), upload);
  middleware.unshift(async (context, next) => {
    const upload = context.query['uploadId'];
    if (context.method !== 'DELETE' || upload === undefined) return next();
    await rm(folderOf(upload), { recursive: true, force: true });
    context.status = 204;
  });
  middleware.unshift(async (context, next) => {
    const isRemoval = context.method === 'POST' && context.query['delete'] !== undefined;
    if (isRemoval && context.headers['content-md5'] === undefined)
      throw new S3Error('InvalidRequest', 'InvalidRequest');
    await next();
  });
  // This server computes the signature of requests for the bucket itself without the trailing slash, which the library
  // sends.
  middleware.unshift((context, next) => {
    if (/^\/[^/]+\/$/.test(context.path))
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } }) as object;
    return next();
  });
  const putPart = store.putPart.bind(store);
  store.putPart = async (bucket, upload, number, content) => {
    await stat(join(folderOf(upload), 'key')).catch(() => {
      throw new S3Error('NoSuchUpload', 'NoSuchUpload');
    });
    return putPart(bucket, upload, number, content);
  };
  const complete = store.putObjectMultipart.bind(store);
  store.putObjectMultipart = async (bucket, upload, parts) => {
    let length: number | undefined;
    for (const [index, { number, etag }] of parts.entries()) {
      const path = join(folderOf(upload), String(number));
      const [{ size }, md5] = await Promise.all([stat(path), readFile(`${path}.md5`, 'utf8')]).catch(() => {
        throw new S3Error('NoSuchUpload', 'NoSuchUpload');
      });
      if (md5 !== etag) throw new S3Error('InvalidPart', 'InvalidPart');
      const isLast = index === parts.length - 1;
      if (size < SMALLEST && !isLast) throw new S3Error('EntityTooSmall', 'EntityTooSmall');
      length ??= size;
      if (size > length || (size < length && !isLast)) throw new S3Error('InvalidPart', 'InvalidPart');
    }
    return complete(bucket, upload, parts);
  };
}
