import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { StoreUnavailable } from './storage.ts';

/** How to reach the store of an installation that keeps its files in a bucket instead of a folder. */
export interface S3Settings {
  /** Null for Amazon S3, whose address follows from the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Node's error codes for a server that is unreachable for now. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

export const createS3Client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    // Stores other than Amazon's rarely have a host name per bucket, and some support no checksum but the signature's.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
    // `withRetries` retries for as long as its caller can wait.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  });

/** The properties that the library gives to an error response. */
interface S3Fault {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whether an error means that the object (or upload) doesn't exist. */
export function isMissing(error: unknown): boolean {
  const { name = '', $metadata } = error as S3Fault;
  return /^(NoSuchKey|NotFound|NoSuchUpload)$/.test(name) || $metadata?.httpStatusCode === 404;
}

/** Whether a retry may succeed in a moment: the store is unreachable or too busy, or the connection broke. */
export function isTransient(error: unknown): boolean {
  const { name = '', code = '', $metadata } = error as S3Fault;
  const status = $metadata?.httpStatusCode ?? 0;
  // RequestTimeout: the store received no bytes of a body for a while, and replies 400.
  return AWAY.has(code) || /^(TimeoutError|RequestTimeout)$/.test(name) || status >= 500 || status === 429;
}

/** Milliseconds for which a read (READER) and a write (SENDER) are retried. */
export const READER = 20_000;
export const SENDER = 60_000;

/**
 * Calls `work`, and again while the store is unreachable; resolves with its result. `work` must start over each time.
 * Throws StoreUnavailable when the store remains unreachable, and the reason of `signal`.
 * @param patience milliseconds
 */
export async function withRetries<T>(work: () => Promise<T>, patience: number, signal?: AbortSignal): Promise<T> {
  const until = Date.now() + patience;
  for (let pause = 100; ; pause = Math.min(pause * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isTransient(error)) throw error;
      if (Date.now() + pause > until) throw new StoreUnavailable('The store of files is away.', { cause: error });
    }
    await wait(pause, undefined, signal ? { signal } : {});
  }
}
