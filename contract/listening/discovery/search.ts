import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaList } from '../../catalogue/media/media-lists.ts';
import { DEFAULT_DISTANCE, Distance } from '../../platform/places.ts';
import { Flag, PageQuery, Seed, text } from '../../platform/lib/values.ts';

/** Genre and mood are ids or slugs. Seed 0 without `randomize` orders the list by time, newest first. */
const MediaQuery = z.object({
  ids: z.optional(
    z
      .string()
      .check(
        z.maxLength(200 * 37),
        z.describe(
          'At most 200 ids, separated by commas. All other parameters except those for pages are then ignored.',
        ),
      ),
  ),
  paged: z.optional(
    Flag.check(
      z.describe(
        'With ids, true lists them in pages, and false, the default, lists all of them at once. It is ignored without ids, because all other lists have pages.',
      ),
    ),
  ),
  q: z.optional(text(200)),
  /** Treats `q` as a tag, and finds only media with exactly that tag. */
  tagged: z.optional(Flag),
  /** Words that must each begin a word of the title, in addition to all other conditions. */
  filter: z.optional(text(200)),
  /** "Memphis, TN" or "35.15,-90.05": only media whose musician lives within `distance` miles. */
  location: z.optional(text(80)),
  distance: z._default(Distance, DEFAULT_DISTANCE),
  facets: z.optional(
    z
      .string()
      .check(
        z.maxLength(400),
        z.describe(
          'A JSON text such as {"local":false,"songs":true,"videos":true,"underReview":false}. `local` selects media near the member’s own town, and `underReview` is for administrators.',
        ),
      ),
  ),
  genre: z.optional(
    z
      .string()
      .check(
        z.maxLength(80),
        z.describe(
          'The id, slug or name of a genre. With `curated=false`, it may also be one that only musicians named.',
        ),
      ),
  ),
  mood: z.optional(z.string().check(z.maxLength(80))),
  curated: z.optional(
    Flag.check(
      z.describe(
        'True lists only media that reviewers approved and placed. False lists all public media, and for a genre also those that their musicians placed in it. The default is true for a genre or mood, and false otherwise.',
      ),
    ),
  ),
  /** List media that aren't public first: a member's own, all for an administrator. Has no effect for a visitor. */
  unpublished: z.optional(Flag),
  randomize: z.optional(Flag),
  seed: z.optional(Seed),
  ...PageQuery,
});

export const mediaSearch = endpoint({
  method: 'GET',
  path: '/api/media',
  access: 'anyone',
  forEverybody: true,
  summary: 'List media by ids, by search words, or by facets, newest first or in the order of a seed',
  query: MediaQuery,
  reply: MediaList,
});
