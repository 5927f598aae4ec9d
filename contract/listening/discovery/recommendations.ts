import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaList } from '../../catalogue/media/media-lists.ts';
import { Id, PageQuery, Seed } from '../../platform/lib/values.ts';

/** Maximum media from the listener's own history that a call may name; the latest count. */
const MOST_HISTORY = 20;

/**
 * The reason for a recommendation: the listener played, favorited or rated a similar item, or (`new`) the recommended
 * item has few listeners so far.
 */
export const Why = z.object({
  kind: z.enum(['played', 'favorited', 'rated', 'new']),
  /** The title of the similar item; null for `new`, and if that item is hidden by now. */
  title: z.nullable(z.string()),
});
export type Why = z.infer<typeof Why>;

/** The history in a visitor's browser, latest first. The server uses it only for this response and never stores it. */
const History = z.object({
  played: z._default(z.array(Id).check(z.maxLength(MOST_HISTORY)), []),
  favorited: z._default(z.array(Id).check(z.maxLength(MOST_HISTORY)), []),
});
export type History = z.infer<typeof History>;

/** The cursor contains the choices that the list began with, so it is long. */
const RecommendationsPage = {
  ...PageQuery,
  cursor: z.optional(
    z
      .string()
      .check(
        z.maxLength(5000, 'This page address is damaged. Open the list again from the start.'),
        z.describe('The value of paging.next in the previous response. It takes precedence over page.'),
      ),
  ),
};

/** A list with `why`, the reason for each of its items in the same order; null for an item without a reason. */
const Recommendations = z.object({ ...MediaList.shape, why: z.array(z.nullable(Why)) });
export type Recommendations = z.infer<typeof Recommendations>;

export const browse = endpoint({
  method: 'GET',
  path: '/api/browse/media',
  access: 'anyone',
  forEverybody: true,
  summary: 'List recommendations in the order of a seed: media like the member’s latest choices, then all others',
  query: z.object({ seed: z.optional(Seed), ...RecommendationsPage }),
  reply: Recommendations,
});

/** A POST, so that listening history never appears in an address or an access log. */
export const browseFrom = endpoint({
  method: 'POST',
  path: '/api/browse/media',
  access: 'anyone',
  onlyReads: true,
  summary: 'List recommendations based on the history in this browser, without storing it',
  body: z.object({
    history: z._default(History, { played: [], favorited: [] }),
    seed: z.optional(Seed),
    pagingOptions: z.optional(z.object(RecommendationsPage)),
  }),
  reply: Recommendations,
});

/** Tracks to play after the end of a queue. */
export const browseNext = endpoint({
  method: 'POST',
  path: '/api/browse/next',
  access: 'anyone',
  onlyReads: true,
  summary: 'List recommendations like the last tracks of a queue, to play after it, without the queue’s own tracks',
  body: z.object({
    /** In the order of playing, so the latest is last. */
    queue: z.array(Id).check(z.minLength(1, 'Name the tracks of the queue.'), z.maxLength(100)),
    history: z._default(History, { played: [], favorited: [] }),
  }),
  reply: z.object({ media: MediaList.shape.media, why: z.array(z.nullable(Why)) }),
});

/** The places where media are shown that the listener didn't choose. */
const PLACES = ['browse', 'queue'] as const;
const Place = z.enum(PLACES);
export type Place = z.infer<typeof Place>;

export const showings = endpoint({
  method: 'POST',
  path: '/api/showings',
  access: 'anyone',
  summary: 'Record that recommended media were seen; showings that cannot be counted are skipped',
  body: z.object({ place: Place, media: z.array(Id).check(z.minLength(1, 'Name the media.'), z.maxLength(100)) }),
  reply: z.object({ accepted: z.int() }),
  perMinute: 120,
});
