import { createHash } from 'node:crypto';
import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';
import { SENDER, withRetries } from './s3-client.ts';

/** The most objects that S3 removes per request. */
export const AT_ONCE = 1000;

/** Error codes of an object that the store may be able to remove in a moment. */
const BUSY = new Set(['InternalError', 'ServiceUnavailable', 'SlowDown']);

/** Removes these objects, at most AT_ONCE; ignores missing ones. */
export async function removeObjects(client: S3Client, bucket: string, names: readonly string[]): Promise<void> {
  const Objects = names.map((Key) => ({ Key }));
  await withRetries(async () => {
    const removal = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
    removal.middlewareStack.add(withMd5, { name: 'withMd5', step: 'build', priority: 'low' });
    const { Errors = [] } = await client.send(removal);
    const [first] = Errors;
    if (first === undefined) return;
    const message = `${Errors.length} of ${names.length} objects could not be removed: ${first.Message ?? first.Code}`;
    const isBusy = Errors.some(({ Code = '' }) => BUSY.has(Code));
    throw Object.assign(new Error(message), { name: first.Code, $metadata: { httpStatusCode: isBusy ? 503 : 400 } });
  }, SENDER);
}

/**
 * This request needs a checksum of its body, and stores that are older than the library's checksums accept only MD5:
 * see supplemental-docs/MD5_FALLBACK.md of the library.
 */
function withMd5<Args extends { request: unknown }, Answer>(next: (args: Args) => Promise<Answer>) {
  return (args: Args): Promise<Answer> => {
    const { headers, body } = args.request as { headers: Record<string, string>; body: string };
    for (const name of Object.keys(headers)) if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name];
    headers['content-md5'] = createHash('md5').update(body).digest('base64');
    return next(args);
  };
}
