import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ById, Id } from './values.ts';

const MAX_STARS = 5;

const WHOLE_STARS = 'Choose 1 to 5 whole stars.';
const OwnRating = z.nullable(z.int(WHOLE_STARS).check(z.minimum(1, WHOLE_STARS), z.maximum(MAX_STARS, WHOLE_STARS)));

/** What a media's ratings come to, and what the caller gave it. */
const Rating = z.object({
  id: Id,
  /** The mean of all, one decimal; null while nobody rated it. */
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  /** The caller's stars; null for none. */
  ownRating: z.nullable(z.int()),
});
export type Rating = z.infer<typeof Rating>;

export const rate = endpoint({
  method: 'POST',
  path: '/api/media/rate/:id',
  access: 'member',
  summary:
    'Give a media 1 to 5 stars in place of those given before; null takes them back, from a hidden media, too. Not for its owner',
  params: ById,
  body: z.object({ rating: OwnRating }),
  reply: Rating,
});

export const rating = endpoint({
  method: 'GET',
  path: '/api/media/rate/:id',
  access: 'member',
  summary: 'The stars of a media, and those that the caller gave it',
  params: ById,
  reply: Rating,
});
