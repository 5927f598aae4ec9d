import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './values.ts';

export const CategoryRef = z.object({ id: Id, name: z.string(), slug: z.string() });
export type CategoryRef = z.infer<typeof CategoryRef>;

/** A genre or a mood. */
export const Category = z.object({
  ...CategoryRef.shape,
  kind: z.enum(['genre', 'mood']),
  imageUrl: z.nullable(z.string()),
  position: z.int(),
  /** Mean of the public ratings of its media, one decimal; null while nothing of it is rated. */
  avgRating: z.nullable(z.number()),
  playCount: z.int(),
  /** Public media that carry it. */
  mediaCount: z.int(),
});
export type Category = z.infer<typeof Category>;

/** By id or slug. */
const ByIdOrSlug = z.object({ id: z.string().check(z.maxLength(80)) });

export const genres = endpoint({
  method: 'GET',
  path: '/api/genres',
  access: 'anyone',
  forEverybody: true,
  summary: 'All genres in display order',
  reply: z.object({ genres: z.array(Category), total: z.int() }),
});

export const moods = endpoint({
  method: 'GET',
  path: '/api/moods',
  access: 'anyone',
  forEverybody: true,
  summary: 'All moods in display order',
  reply: z.object({ moods: z.array(Category), total: z.int() }),
});

export const genreInfo = endpoint({
  method: 'GET',
  path: '/api/genres/info/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'One genre with its rating and plays',
  params: ByIdOrSlug,
  reply: Category,
});

export const moodInfo = endpoint({
  method: 'GET',
  path: '/api/moods/info/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'One mood with its rating and plays',
  params: ByIdOrSlug,
  reply: Category,
});
