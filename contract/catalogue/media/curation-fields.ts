import * as z from 'zod/mini';
import { Scores } from './scores.ts';
import { Flag, text } from '../../platform/lib/values.ts';

/** An id, a slug, or a reference as the server returned it. Null removes the category. */
const CategoryChoice = z.optional(
  z.nullable(z.union([z.string().check(z.maxLength(80)), z.object({ id: z.string() })])),
);

/** The fields of a song or video that reviewers write. */
export const CurationFields = z.object({
  curationStats: z.optional(z.partial(Scores)),
  curatedGenre: CategoryChoice,
  curatedMood: CategoryChoice,
  curationMessage: z.optional(text(2000)),
  allowPerfectlySeasoned: z.optional(Flag),
});
export type CurationFields = z.infer<typeof CurationFields>;
