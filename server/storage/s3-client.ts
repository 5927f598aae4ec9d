import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { StoreUnavailable } from './storage.ts';

/** How the store of an installation is reached when that is not a folder. */
export interface S3Settings {
  /** Null for Amazon's own, by its region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The codes of Node for a server that does not answer now. */
const AWAY = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN'.split(' '),
);

export const createS3Client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3Client =>
  new S3Client({
    region,
    ...(endpoint !== null && { endpoint }),
    // Stores that are not Amazon's seldom have a name for each bucket, and some know no checksums but the signature's.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    credentials: { accessKeyId, secretAccessKey },
    // `patiently` tries again, for as long as its caller can wait.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  });

/** What the library says of an answer that was an error. */
interface S3Fault {
  name?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Whether an error says that there is no such object (or upload). */
export function isMissing(error: unknown): boolean {
  const { name = '', $metadata } = error as S3Fault;
  return /^(NoSuchKey|NotFound|NoSuchUpload)$/.test(name) || $metadata?.httpStatusCode === 404;
}

/** Whether the store may answer otherwise in a moment: it is not there, too busy, or broke off. */
export function isAway(error: unknown): boolean {
  const { name = '', code = '', $metadata } = error as S3Fault;
  const status = $metadata?.httpStatusCode ?? 0;
  // RequestTimeout: it heard nothing of a body for a while, and answers 400.
  return AWAY.has(code) || /^(TimeoutError|RequestTimeout)$/.test(name) || status >= 500 || status === 429;
}

/** Milliseconds for which somebody waits who reads, and who brings something. */
export const READER = 20_000;
export const SENDER = 60_000;

/**
 * What `work` resolves with, which is called again for as long as the store is away, and must begin anew each time.
 * Throws StoreUnavailable when it stays away, and the reason of `signal`.
 * @param patience milliseconds
 */
export async function patiently<T>(work: () => Promise<T>, patience: number, signal?: AbortSignal): Promise<T> {
  const until = Date.now() + patience;
  for (let pause = 100; ; pause = Math.min(pause * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isAway(error)) throw error;
      if (Date.now() + pause > until) throw new StoreUnavailable('The store of files is away.', { cause: error });
    }
    await wait(pause, undefined, signal ? { signal } : {});
  }
}
