import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Id } from '../../platform/lib/values.ts';

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
 * Where in the product a play began: on the page of the song or video, in a list, a search, a feed, in another site's page,
 * or as a recommendation after a queue.
 */
export const ORIGINS = ['page', 'list', 'search', 'feed', 'embed', 'queue'] as const;
export const Origin = z.enum(ORIGINS);
export type Origin = z.infer<typeof Origin>;

/** Accepts both spellings: `playMedia` means `play-media`. */
export const statTitle = (text: string): StatTitle | null =>
  STAT_TITLES.find((title) => title === text || title.replace(/-./, (dash) => dash.charAt(1).toUpperCase()) === text) ??
  null;

/** Number of equal parts of a song or video, for measuring how far people listen. */
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
    /** Where the play was started; only for a play. */
    origin: z.optional(z.nullable(Origin)),
    /** Only of `heard-media`: the parts of the song or video that were heard, counted from 0. */
    heard: z
      .optional(z.array(z.int().check(z.minimum(0), z.maximum(HEARD_PARTS - 1))).check(z.maxLength(HEARD_PARTS)))
      .check(
        z.describe(`Lists which of the ${HEARD_PARTS} equal parts of the song or video were heard after its play.`),
      ),
  }),
  reply: z.object({ accepted: z.boolean() }),
  perMinute: 120,
});

export const embeddedPlay = endpoint({
  method: 'POST',
  path: '/api/stats/embedded',
  access: 'anyone',
  forOtherSites: true,
  summary: 'Record a play of an embedded player, by the listener’s name in the header X-Listener',
  body: z.object({ media: Id }),
  reply: z.object({ accepted: z.boolean() }),
  perMinute: 120,
});
