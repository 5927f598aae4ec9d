import { HttpError } from '../http/errors.ts';
import { originalKey } from '../processing/source-owner.ts';
import type { Key, Part } from '../storage/storage.ts';
import type { Resumable, StoredPart } from './resumable.queries.ts';

/** Where the store has an upload: what becomes of it has the ids that are derived from its own. */
export const growingKey = ({ id, replaces }: Pick<Resumable, 'id' | 'replaces'>): Key =>
  originalKey(replaces ?? id, id);
/** Where the ends of uploads lie that are no full part yet. */
export const tailsPrefix = (id: string): Key => `incoming/${id}`;
export const tailKey = (id: string, number: number, bytes: number): Key => `${tailsPrefix(id)}/${number}.${bytes}`;

export const bytesIn = (parts: readonly StoredPart[]): number => parts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The refusal for an upload of which the store has lost what came: there is nothing to go on with. */
export class LostUpload extends HttpError {
  constructor() {
    super(410, 'What had come of this upload is no longer stored. Begin it again.');
  }
}

/** The parts of a whole upload as the store wants them; throws when the last is none. */
export function partsOf({ id, parts }: Resumable): Part[] {
  return parts.map(({ etag }, index) => {
    if (etag === null) throw new Error(`the upload ${id} is whole, and its end is no part of it`);
    return { number: index + 1, etag };
  });
}
