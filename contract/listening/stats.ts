import * as z from 'zod/mini';
import { type Reply, endpoint } from '../platform/http/endpoint.ts';
import { Statistics } from './discovery/discovery.ts';
import { HEARD_PARTS, Origin } from '../catalogue/player/listening-events.ts';
import { ById, Id } from '../platform/lib/values.ts';

const Retention = z.object({
  /** Counted plays, at most one a day per listener, whose browser reported the parts that were heard. */
  listens: z.int(),
  /** For each equal part in order, how many of those plays included it. */
  parts: z.array(z.int()).check(z.length(HEARD_PARTS)),
});

export const mediaStats = endpoint({
  method: 'GET',
  path: '/api/mediaStats',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get plays of the last 12 months: of the signed-in musician with their audience, otherwise of all media',
  reply: z.object({
    playCountInfo: z.object({ months: z.array(z.object({ date: z.string(), plays: z.int() })) }),
    /**
     * Figures of the signed-in musician's media; null for a visitor. Listeners count once a month, shares once a day.
     */
    audience: z.nullable(
      z.object({
        months: z.array(z.object({ date: z.string(), listeners: z.int(), favorites: z.int(), shares: z.int() })),
        /** Origins of plays, most plays first; only of plays whose browser reported one. */
        origins: z.array(z.object({ origin: Origin, plays: z.int() })),
        /**
         * How often each item was shown as a recommendation in the last twelve months, most shown first, at most a
         * hundred items. `browse` and `queue` count each listener once a day. `plays` counts plays by listeners to whom
         * the item was shown within the day before.
         */
        showings: z.array(z.object({ id: Id, title: z.string(), browse: z.int(), queue: z.int(), plays: z.int() })),
        /** How far people listen to each item, most listened to first, at most a hundred. `length` is in seconds. */
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
  summary: 'Get how far people listen to one item, as its owner or an administrator',
  params: ById,
  reply: Retention,
});
export type MediaRetention = z.infer<typeof Retention>;
