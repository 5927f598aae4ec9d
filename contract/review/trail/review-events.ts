import * as z from 'zod/mini';
import { Id } from '../../platform/lib/values.ts';

/** Something happened in the review of a song or video of the account. */
export const ReviewEvent = z.object({ name: z.literal('review'), data: z.object({ id: Id }) });
