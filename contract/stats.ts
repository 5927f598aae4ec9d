import * as z from 'zod/mini';
import { type Reply, endpoint } from './endpoint.ts';
import { Statistics } from './discovery.ts';
import { ById, Id } from './values.ts';

const STAT_TITLES = [
  'play-media',
  'heard-media',
  'share-media',
  'remember-media',
  'view-media',
  'share-zone',
  'view-zone',
  'remember-zone',
] as const;
export type StatTitle = (typeof STAT_TITLES)[number];

/**
 * Where in the product a play was begun: on a media's own page, in a list, a search, a feed, in another site's page, or as
 * a recommendation that followed a queue.
 */
export const ORIGINS = ['page', 'list', 'search', 'feed', 'embed', 'queue'] as const;
const Origin = z.enum(ORIGINS);
export type Origin = z.infer<typeof Origin>;

/** `playMedia` means `play-media`. */
export const statTitle = (text: string): StatTitle | null =>
  STAT_TITLES.find((title) => title === text || title.replace(/-./, (dash) => dash.charAt(1).toUpperCase()) === text) ??
  null;

/** Equal parts of a media's length that are told apart when it is asked how far people listen. */
export const HEARD_PARTS = 40;

export const stats = endpoint({
  method: 'POST',
  path: '/api/stats',
  access: 'anyone',
  summary: 'Record an event: a play, a view, a share',
  body: z.object({
    statTitle: z.string().check(z.refine((text) => statTitle(text) !== null, 'Unknown statistic.')),
    musician: z.optional(z.nullable(Id)),
    media: z.optional(z.nullable(Id)),
    /** Of a play. */
    origin: z.optional(z.nullable(Origin)),
    /** Of `heard-media`: which parts of it were heard, from 0. */
    heard: z
      .optional(z.array(z.int().check(z.minimum(0), z.maximum(HEARD_PARTS - 1))).check(z.maxLength(HEARD_PARTS)))
      .check(z.describe(`Which of the ${HEARD_PARTS} equal parts of a media were heard, after its play.`)),
  }),
  reply: z.object({ accepted: z.boolean() }),
  perMinute: 120,
});

export const embeddedPlay = endpoint({
  method: 'POST',
  path: '/api/stats/embedded',
  access: 'anyone',
  forOtherSites: true,
  summary: 'Record a play in a player on another site, by the name in the header X-Listener',
  body: z.object({ media: Id }),
  reply: z.object({ accepted: z.boolean() }),
  perMinute: 120,
});

const Retention = z.object({
  /** Of plays that counted, one a day for each listener, whose browser said what was heard. */
  listens: z.int(),
  /** Of those, how many heard each equal part of it, in order. */
  parts: z.array(z.int()).check(z.length(HEARD_PARTS)),
});

export const mediaStats = endpoint({
  method: 'GET',
  path: '/api/mediaStats',
  access: 'anyone',
  forEverybody: true,
  summary:
    'Plays of the last twelve months: of the signed-in musician, with who listened and where, else of everything',
  reply: z.object({
    playCountInfo: z.object({ months: z.array(z.object({ date: z.string(), plays: z.int() })) }),
    /** Of the signed-in musician's media; null for a visitor. Listeners count once in a month, shares once a day. */
    audience: z.nullable(
      z.object({
        months: z.array(z.object({ date: z.string(), listeners: z.int(), favorites: z.int(), shares: z.int() })),
        /** The most first; of plays whose browser said it. */
        origins: z.array(z.object({ origin: Origin, plays: z.int() })),
        /**
         * What was shown where media are recommended, in the last twelve months, the most shown first: to listeners a day,
         * and plays by whoever it was shown to within a day. The first hundred.
         */
        showings: z.array(z.object({ id: Id, title: z.string(), browse: z.int(), queue: z.int(), plays: z.int() })),
        /** How far people listen to each media, the most listened to first: the first hundred. `length` is in seconds. */
        heard: z.array(z.object({ id: Id, title: z.string(), length: z.nullable(z.number()), ...Retention.shape })),
      }),
    ),
    statistics: Statistics,
  }),
});
export type MediaStats = Reply<typeof mediaStats>;

export const mediaRetention = endpoint({
  method: 'GET',
  path: '/api/mediaStats/:id',
  access: 'member',
  summary: 'How far people listen to one media: its owner’s and administrators’',
  params: ById,
  reply: Retention,
});
export type MediaRetention = z.infer<typeof Retention>;
