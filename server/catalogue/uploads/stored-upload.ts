import { HttpError } from '../../platform/http/errors.ts';
import { originalKey } from '../../pipeline/processing/source-owner.ts';
import type { Key, Part } from '../../platform/storage/storage.ts';
import type { Resumable, StoredPart } from './resumable.queries.ts';

/**
 * The key of an upload in the store. It is the key of the original that the upload becomes: the source gets the
 * upload's id, and so does a new song or video.
 */
export const growingKey = ({ id, replaces }: Pick<Resumable, 'id' | 'replaces'>): Key =>
  originalKey(replaces ?? id, id);
/** The prefix under which the tails of an upload are stored: its last bytes, until they fill a part. */
export const tailsPrefix = (id: string): Key => `incoming/${id}`;
export const tailKey = (id: string, number: number, bytes: number): Key => `${tailsPrefix(id)}/${number}.${bytes}`;

export const bytesIn = (parts: readonly StoredPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The error for an upload whose received bytes the store has lost, so that it can't be continued. */
export class LostUpload extends HttpError {
  constructor() {
    super(410, 'What had come of this upload is no longer stored. Begin it again.');
  }
}

/** The parts of a complete upload, as the store expects them. Throws when its last bytes are not stored as a part. */
export function partsOf({ id, parts }: Resumable): Part[] {
  return parts.map(({ etag }, index) => {
    if (etag === null) throw new Error(`the upload ${id} is whole, and its end is no part of it`);
    return { number: index + 1, etag };
  });
}
