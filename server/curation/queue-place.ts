import * as z from 'zod';
import { Id } from '@scoville/contract/values.ts';
import { invalid } from '../http/errors.ts';

/** A place in the review queue: among the reviewer's own draws or among everybody's, then by due time. */
const QueuePlace = z.object({ mine: z.boolean(), dueAt: z.iso.datetime(), id: Id as unknown as z.ZodType<string> });
export type QueuePlace = z.infer<typeof QueuePlace>;

export const queueCursor = (place: QueuePlace): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that a cursor names. Throws 400 when it is none of ours. */
export function queuePlace(cursor: string): QueuePlace {
  try {
    return QueuePlace.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw invalid('cursor', 'This page address is damaged. Open the list again from the start.');
  }
}
