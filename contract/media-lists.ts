import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Media, MediaSummary, MediaType } from './media.ts';
import { MusicianRef } from './users.ts';
import { Flag, PageQuery, Paging, Seed, text } from './values.ts';

/** How what was asked had to be understood to find anything: a misspelling corrected, a word left out. */
const SearchReading = z.object({ corrected: z.boolean(), dropped: z.nullable(z.string()) });

/** A list to listen to, with the way to its next rows. */
export const MediaList = z.object({
  media: z.array(MediaSummary),
  total: z.optional(z.int()),
  search: z.optional(SearchReading),
  paging: Paging,
});
export type MediaList = z.infer<typeof MediaList>;

/** Genre and mood are ids or slugs. Seed 0 and no `randomize` is the order of time, newest first. */
const MediaQuery = z.object({
  ids: z.optional(z.string().check(z.maxLength(200 * 37))),
  paged: z.optional(Flag),
  q: z.optional(text(200)),
  /** `q` is a tag, and only media with exactly that tag are found. */
  tagged: z.optional(Flag),
  filter: z.optional(text(200)),
  facets: z.optional(z.string().check(z.maxLength(400))),
  genre: z.optional(z.string().check(z.maxLength(80))),
  mood: z.optional(z.string().check(z.maxLength(80))),
  curated: z.optional(Flag),
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
  summary: 'Media by ids, by search words, or as a list by facets, newest first or in the order of a seed',
  query: MediaQuery,
  reply: MediaList,
});

/** Whole documents: the musician works with this list, too. */
export const mediaOfUser = endpoint({
  method: 'POST',
  path: '/api/media/user/:id',
  access: 'anyone',
  summary: 'A musician’s media; unpublished ones for the owner and administrators only',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: z.object({
    mediaType: z.optional(MediaType),
    published: z.optional(Flag),
    filter: z.optional(text(200)),
    pagingOptions: z.optional(z.object(PageQuery)),
    sortingOptions: z.optional(
      z.object({
        sort: z
          .optional(z.enum(['position', 'createdOn']))
          .check(z.describe('createdOn, or the musician’s own order; what has no place in it follows by time.')),
        order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('Without it, positions ascend and times descend.')),
      }),
    ),
  }),
  reply: z.object({ media: z.array(Media), musician: MusicianRef, total: z.int(), paging: Paging }),
});
