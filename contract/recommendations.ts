import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaList } from './media-lists.ts';
import { Id, PageQuery, Seed } from './values.ts';

/** Media of a listener's own that a call may name; the latest count. */
const MOST_HISTORY = 20;

/** Why a media is recommended: what the listener did with another one, or that few have heard it yet. */
export const Why = z.object({
  kind: z.enum(['played', 'favorited', 'rated', 'new']),
  /** Of that other media; null for what is new, and for what is hidden by now. */
  title: z.nullable(z.string()),
});
export type Why = z.infer<typeof Why>;

/** What a visitor's browser remembers: it is used for the answer alone, and kept nowhere. The latest first. */
const History = z.object({
  played: z._default(z.array(Id).check(z.maxLength(MOST_HISTORY)), []),
  favorited: z._default(z.array(Id).check(z.maxLength(MOST_HISTORY)), []),
});
export type History = z.infer<typeof History>;

/** Its cursor says what the list began with, so it is long. */
const RecommendationsPage = {
  ...PageQuery,
  cursor: z.optional(
    z
      .string()
      .check(
        z.maxLength(5000, 'This page address is damaged. Open the list again from the start.'),
        z.describe('What paging.next said: the page after that one. It wins over page.'),
      ),
  ),
};

/** A list with the reason for each of its media, in their order; null where there is none. */
const Recommendations = z.object({ ...MediaList.shape, why: z.array(z.nullable(Why)) });
export type Recommendations = z.infer<typeof Recommendations>;

export const browse = endpoint({
  method: 'GET',
  path: '/api/browse/media',
  access: 'anyone',
  forEverybody: true,
  summary: 'Recommendations in the order of a seed: what is like the member’s latest choices, then everything else',
  query: z.object({ seed: z.optional(Seed), ...RecommendationsPage }),
  reply: Recommendations,
});

/** A POST, so that no address and no log of one holds what somebody listened to. */
export const browseFrom = endpoint({
  method: 'POST',
  path: '/api/browse/media',
  access: 'anyone',
  onlyReads: true,
  summary: 'The same list from what this browser remembers; nothing of it is stored',
  body: z.object({
    history: z._default(History, { played: [], favorited: [] }),
    seed: z.optional(Seed),
    pagingOptions: z.optional(z.object(RecommendationsPage)),
  }),
  reply: Recommendations,
});

/** Tracks that follow at the end of a queue. */
export const browseNext = endpoint({
  method: 'POST',
  path: '/api/browse/next',
  access: 'anyone',
  onlyReads: true,
  summary: 'What may follow a queue: recommendations like its last tracks, without any of them',
  body: z.object({
    /** The latest last. */
    queue: z.array(Id).check(z.minLength(1, 'Name the tracks of the queue.'), z.maxLength(100)),
    history: z._default(History, { played: [], favorited: [] }),
  }),
  reply: z.object({ media: MediaList.shape.media, why: z.array(z.nullable(Why)) }),
});

/** Where media are shown that nobody asked for by name. */
const PLACES = ['browse', 'queue'] as const;
const Place = z.enum(PLACES);
export type Place = z.infer<typeof Place>;

export const showings = endpoint({
  method: 'POST',
  path: '/api/showings',
  access: 'anyone',
  summary: 'Record that recommended media were seen; what cannot be counted is left out',
  body: z.object({ place: Place, media: z.array(Id).check(z.minLength(1, 'Name the media.'), z.maxLength(100)) }),
  reply: z.object({ accepted: z.int() }),
  perMinute: 120,
});
