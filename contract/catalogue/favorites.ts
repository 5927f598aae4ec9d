import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { MediaList } from './media/media-lists.ts';
import { ById, Id, PageQuery, Seed } from '../platform/lib/values.ts';

/** Maximum favorites that one call may add, and maximum ids that `favorites` returns. */
export const MAX_ADDED = 1000;
export const MAX_NAMED = 10_000;

/** Whether a song or video is now a favorite of the caller, and of how many accounts. */
const Favorite = z.object({ id: Id, isFavorite: z.boolean(), rememberCount: z.int() });

export const addFavorite = endpoint({
  method: 'POST',
  path: '/api/media/favorites/:id',
  access: 'member',
  summary: 'Make a song or video a favorite; repeated calls change nothing',
  params: ById,
  reply: Favorite,
});

export const removeFavorite = endpoint({
  method: 'DELETE',
  path: '/api/media/favorites/:id',
  access: 'member',
  summary: 'Remove a song or video from the favorites',
  params: ById,
  reply: Favorite,
});

export const addFavorites = endpoint({
  method: 'POST',
  path: '/api/media/favorites/',
  access: 'member',
  perMinute: 30,
  summary: 'Add the favorites chosen before signing in; deleted songs and videos are skipped',
  body: z.object({ ids: z.array(Id).check(z.maxLength(MAX_ADDED, 'Add at most 1,000 favorites at once.')) }),
  /** Number of items that weren't favorites before. */
  reply: z.object({ added: z.int() }),
});

export const favorites = endpoint({
  method: 'GET',
  path: '/api/media/favorites/',
  access: 'member',
  summary: 'List the ids of your own favorites, latest first, at most 10,000',
  reply: z.object({ favorites: z.array(Id) }),
});

export const remember = endpoint({
  method: 'GET',
  path: '/api/remember',
  access: 'member',
  summary: 'List your own favorites in the order of a seed, without hidden or deleted ones',
  query: z.object({ seed: z.optional(Seed), ...PageQuery }),
  reply: MediaList,
});
