import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaList } from './media-lists.ts';
import { ById, Id, PageQuery, Seed } from './values.ts';

/** Favorites that one call may add, and that `favorites` names. */
export const MAX_ADDED = 1000;
export const MAX_NAMED = 10_000;

/** What became of one media: whether it is a favorite of the caller, and of how many accounts it is one. */
const Favorite = z.object({ id: Id, isFavorite: z.boolean(), rememberCount: z.int() });

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/media/favorites/:id',
  access: 'member',
  summary: 'Make a media a favorite; it is one once, however often it is asked for',
  params: ById,
  reply: Favorite,
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/media/favorites/:id',
  access: 'member',
  summary: 'Take a media from the favorites',
  params: ById,
  reply: Favorite,
});

export const addFavorites = endpoint({
  method: 'POST',
  path: '/api/media/favorites/',
  access: 'member',
  perMinute: 30,
  summary: 'Add what somebody chose before signing in; media that are gone are passed over',
  body: z.object({ ids: z.array(Id).check(z.maxLength(MAX_ADDED, 'Add at most 1,000 favorites at once.')) }),
  /** How many were none before. */
  reply: z.object({ added: z.int() }),
});

export const favorites = endpoint({
  method: 'GET',
  path: '/api/media/favorites/',
  access: 'member',
  summary: 'The ids of the caller’s favorites, the latest first; 10,000 at most',
  reply: z.object({ favorites: z.array(Id) }),
});

export const remember = endpoint({
  method: 'GET',
  path: '/api/remember',
  access: 'member',
  summary: 'The caller’s favorites in the order of a seed; what is hidden or gone is left out',
  query: z.object({ seed: z.optional(Seed), ...PageQuery }),
  reply: MediaList,
});
