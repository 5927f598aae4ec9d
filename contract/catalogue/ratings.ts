import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { ById, Id } from '../platform/lib/values.ts';

const MAX_STARS = 5;

const WHOLE_STARS = 'Choose 1 to 5 whole stars.';
const OwnRating = z.nullable(z.int(WHOLE_STARS).check(z.minimum(1, WHOLE_STARS), z.maximum(MAX_STARS, WHOLE_STARS)));

/** The ratings of a song or video, and the caller's own. */
const Rating = z.object({
  id: Id,
  /** The mean of all ratings, with one decimal; null while there is none. */
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  /** The caller's stars; null if the caller gave none. */
  ownRating: z.nullable(z.int()),
});
export type Rating = z.infer<typeof Rating>;

export const rate = endpoint({
  method: 'POST',
  path: '/api/media/rate/:id',
  access: 'member',
  summary:
    'Rate another user’s song or video with 1 to 5 stars, or remove your rating with null, even from a hidden item',
  params: ById,
  body: z.object({ rating: OwnRating }),
  reply: Rating,
});

export const rating = endpoint({
  method: 'GET',
  path: '/api/media/rate/:id',
  access: 'member',
  summary: 'Get the rating of a song or video, and your own stars',
  params: ById,
  reply: Rating,
});
