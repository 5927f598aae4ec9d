import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { withPartMemory } from './part-memory.ts';
import { SENDER, isMissing, patiently } from './s3-client.ts';
import { type Key, NotGrowing, type Part, type Parts, checkKey } from './storage.ts';

/** Objects that grow in parts: S3's multipart uploads. */
export function s3Parts(client: S3Client, bucket: string): Parts {
  const at = (key: Key, UploadId: string) => ({ Bucket: bucket, Key: checkKey(key), UploadId });
  return {
    async begin(key) {
      const begin = new CreateMultipartUploadCommand({ Bucket: bucket, Key: checkKey(key) });
      const { UploadId } = await patiently(() => client.send(begin), SENDER);
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
        await patiently(() => client.send(new AbortMultipartUploadCommand(at(key, upload))), SENDER);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
  };
}

/**
 * What the store says when it has no such upload, or other parts of it than we noted: where each try of a part gets a name of
 * its own, one that was taken for lost and came late has taken the place of the next.
 */
const LOST = new Set(['NoSuchUpload', 'InvalidPart']);

/** What `work` resolves with, which is about a file that grows. */
async function growing<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await patiently(work, SENDER, signal);
  } catch (error) {
    // By their names alone: a bucket that is not there says nothing of what grows in it.
    if (!LOST.has((error as Error).name)) throw error;
    throw new NotGrowing('The store has no such file that grows.', { cause: error });
  }
}
