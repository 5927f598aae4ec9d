import * as z from 'zod/mini';
import { type Reply, endpoint } from './endpoint.ts';
import { Statistics } from './discovery.ts';
import { HEARD_PARTS, Origin } from './listening-events.ts';
import { ById, Id } from './values.ts';

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
