import * as z from 'zod/mini';
import { Category } from './categories.ts';
import { endpoint } from './endpoint.ts';
import { Positions } from './media-positions.ts';

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

export const genrePositions = endpoint({
  method: 'PUT',
  path: '/api/genres/positions',
  access: 'admin',
  summary: 'Give genres an order',
  body: z.object({ positions: Positions }),
  reply: genres.reply,
});

export const moodPositions = endpoint({
  method: 'PUT',
  path: '/api/moods/positions',
  access: 'admin',
  summary: 'Give moods an order',
  body: z.object({ positions: Positions }),
  reply: moods.reply,
});
