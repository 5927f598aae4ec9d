import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Statistics } from './discovery.ts';
import { Id } from './values.ts';

const STAT_TITLES = [
  'play-media',
  'share-media',
  'remember-media',
  'view-media',
  'share-zone',
  'view-zone',
  'remember-zone',
] as const;
export type StatTitle = (typeof STAT_TITLES)[number];

/** `playMedia` means `play-media`. */
export const statTitle = (text: string): StatTitle | null =>
  STAT_TITLES.find((title) => title === text || title.replace(/-./, (dash) => dash.charAt(1).toUpperCase()) === text) ??
  null;

export const stats = endpoint({
  method: 'POST',
  path: '/api/stats',
  access: 'anyone',
  summary: 'Record an event: a play, a view, a share',
  body: z.object({
    statTitle: z
      .string()
      .check(z.refine((text) => statTitle(text) !== null, 'This title is not a statistic that is counted.')),
    musician: z.optional(z.nullable(Id)),
    media: z.optional(z.nullable(Id)),
  }),
  reply: z.object({ accepted: z.boolean() }),
  perMinute: 120,
});

export const mediaStats = endpoint({
  method: 'GET',
  path: '/api/mediaStats',
  access: 'anyone',
  summary: 'Plays of the last twelve months: of the signed-in musician, else of everything',
  reply: z.object({
    playCountInfo: z.object({ months: z.array(z.object({ date: z.string(), plays: z.int() })) }),
    statistics: Statistics,
  }),
});
