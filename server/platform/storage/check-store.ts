import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { SettingError } from '../env.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log.ts';
import { type S3Settings, createS3Client, isTransient } from './s3-client.ts';
import type { Key } from './storage.ts';

/** The object in a bucket which marks that the product has been started on it. */
export const IN_USE: Key = 'state/in-use';

/**
 * Lists the bucket, and writes and removes an object in it, like the product will. Throws SettingError with the remedy
 * when the store refuses that. An unreachable store is only logged, since it may recover.
 * @param inUse leaves an object in the bucket which marks that the product works on it from now on
 */
export async function checkStore(settings: S3Settings, log: Logger, { inUse = false } = {}): Promise<void> {
  const client = createS3Client(settings);
  const Bucket = settings.bucket;
  const probe = `checks/${newId()}`;
  try {
    await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'checks/' }));
    await client.send(new PutObjectCommand({ Bucket, Key: probe, Body: 'x' }));
    await client.send(new DeleteObjectCommand({ Bucket, Key: probe }));
    if (inUse) await client.send(new PutObjectCommand({ Bucket, Key: IN_USE, Body: 'x' }));
  } catch (error) {
    if (!isTransient(error)) throw new SettingError(sentenceFor(error, settings));
    log.warn({ err: error }, 'the store of files is away: uploads and files wait for it');
  } finally {
    client.destroy();
  }
}

function sentenceFor(error: unknown, { bucket, endpoint, region }: S3Settings): string {
  const { name, message } = error as Error;
  const store = endpoint ?? `Amazon S3 in ${region}`;
  switch (name) {
    case 'NoSuchBucket':
      return `The setting S3_BUCKET is not usable: ${store} has no bucket ${bucket}. Create it, or correct its name.`;
    case 'InvalidAccessKeyId':
      return `The setting S3_ACCESS_KEY_ID is not usable: ${store} does not know this key. Correct it, or make a new one.`;
    case 'SignatureDoesNotMatch':
      return 'The setting S3_SECRET_ACCESS_KEY is not usable: it does not belong to S3_ACCESS_KEY_ID. Correct either.';
    case 'AccessDenied':
      return (
        `The setting S3_ACCESS_KEY_ID is not usable: it may not list, write and remove in the bucket ${bucket}. ` +
        'Allow it s3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload there.'
      );
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return `The setting S3_REGION is not usable: the bucket ${bucket} is not in ${region}. Name the region it is in.`;
    default:
      return `The settings S3_… are not usable: ${store} answers with ${name} (${message}). Correct S3_ENDPOINT.`;
  }
}
