import * as z from 'zod/mini';
import { Id } from './values.ts';

export const CategoryRef = z.object({ id: Id, name: z.string(), slug: z.string() });
export type CategoryRef = z.infer<typeof CategoryRef>;

/** A genre or a mood. */
export const Category = z.object({
  ...CategoryRef.shape,
  kind: z.enum(['genre', 'mood']),
  imageUrl: z.nullable(z.string()),
  position: z.int(),
  /** Mean of what its rated public media have on average, one decimal; null while none is rated. */
  avgRating: z.nullable(z.number()),
  playCount: z.int(),
  /** Public media that carry it. */
  mediaCount: z.int(),
});
export type Category = z.infer<typeof Category>;
