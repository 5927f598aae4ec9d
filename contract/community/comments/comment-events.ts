import * as z from 'zod/mini';
import { Id } from '../../platform/lib/values.ts';

/**
 * Comments on these media items were added or removed, including held comments that the receiver wrote or may approve.
 * A client that shows these comments fetches them again.
 */
export const CommentsEvent = z.object({ name: z.literal('comments'), data: z.object({ mediaIds: z.array(Id) }) });
