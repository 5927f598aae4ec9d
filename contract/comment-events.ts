import * as z from 'zod/mini';
import { Id } from './values.ts';

/** Comments on these media came or went, also what waits for the receiver's approval or is the receiver's own: whoever shows them reads them again. */
export const CommentsEvent = z.object({ name: z.literal('comments'), data: z.object({ mediaIds: z.array(Id) }) });
