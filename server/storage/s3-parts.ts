import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { withPartMemory } from './part-memory.ts';
import { SENDER, isMissing, patiently } from './s3-client.ts';
import { type Key, type Part, type Parts, checkKey } from './storage.ts';

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
        const { ETag } = await patiently(() => client.send(add, signal && { abortSignal: signal }), SENDER, signal);
        if (ETag === undefined) throw new Error('The store took a part and did not name it.');
        return ETag;
      }),
    async complete(key, upload, parts) {
      const list = parts.map(({ number, etag }: Part) => ({ PartNumber: number, ETag: etag }));
      const complete = new CompleteMultipartUploadCommand({ ...at(key, upload), MultipartUpload: { Parts: list } });
      await patiently(() => client.send(complete), SENDER);
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
