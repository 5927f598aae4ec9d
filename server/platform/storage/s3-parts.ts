import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { withPartMemory } from './part-memory.ts';
import { SENDER, isMissing, withRetries } from './s3-client.ts';
import { type Key, NotGrowing, type Part, type Parts, checkKey } from './storage.ts';

/** S3's multipart uploads: objects that grow part by part. */
export function s3Parts(client: S3Client, bucket: string): Parts {
  const at = (key: Key, UploadId: string) => ({ Bucket: bucket, Key: checkKey(key), UploadId });
  return {
    async begin(key) {
      const begin = new CreateMultipartUploadCommand({ Bucket: bucket, Key: checkKey(key) });
      const { UploadId } = await withRetries(() => client.send(begin), SENDER);
      if (UploadId === undefined) throw new Error('The store began an upload without a name.');
      return UploadId;
    },
    add: (key, upload, number, bytes, signal) =>
      withPartMemory(async () => {
        const Body = await bytes();
        const add = new UploadPartCommand({ ...at(key, upload), PartNumber: number, Body, ContentLength: Body.length });
        const { ETag } = await growing(() => client.send(add, signal && { abortSignal: signal }), signal);
        if (ETag === undefined) throw new Error('The store took a part and did not name it.');
        return ETag;
      }),
    async complete(key, upload, parts) {
      const list = parts.map(({ number, etag }: Part) => ({ PartNumber: number, ETag: etag }));
      const complete = new CompleteMultipartUploadCommand({ ...at(key, upload), MultipartUpload: { Parts: list } });
      await growing(() => client.send(complete));
    },
    async abandon(key, upload) {
      try {
        await withRetries(() => client.send(new AbortMultipartUploadCommand(at(key, upload))), SENDER);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

/**
 * The errors of a store that has no such upload, or other parts of it than we noted. The latter happens in stores that
 * give each try of a part its own ETag, when a try that we believed lost arrives late and replaces the next one.
 */
const LOST = new Set(['NoSuchUpload', 'InvalidPart']);

/** Runs `work` on a growing file, with retries; throws NotGrowing when the store has lost the file. */
async function growing<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await withRetries(work, SENDER, signal);
  } catch (error) {
    // Compares names instead of the status, because a missing bucket is no proof that the file is lost.
    if (!LOST.has((error as Error).name)) throw error;
    throw new NotGrowing('The store has no such file that grows.', { cause: error });
  }
}
