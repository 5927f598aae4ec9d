import * as z from 'zod/mini';
import { Id } from '../../platform/lib/values.ts';

export const CategoryRef = z.object({ id: Id, name: z.string(), slug: z.string() });
export type CategoryRef = z.infer<typeof CategoryRef>;

/** A genre or a mood. */
export const Category = z.object({
  ...CategoryRef.shape,
  kind: z.enum(['genre', 'mood']),
  imageUrl: z.nullable(z.string()),
  position: z.int(),
  /** Mean of the average ratings of its rated public media, with one decimal; null while none is rated. */
  avgRating: z.nullable(z.number()),
  playCount: z.int(),
  /** Number of public media in this category. */
  mediaCount: z.int(),
});
export type Category = z.infer<typeof Category>;
