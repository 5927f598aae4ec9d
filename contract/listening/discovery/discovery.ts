import * as z from 'zod/mini';
import { Category } from '../../catalogue/categories/categories.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Media, MediaSummary } from '../../catalogue/media/media.ts';
import { Seed } from '../../platform/lib/values.ts';

export const BandList = z.enum(['perfectly-seasoned', 'well-done']);
export type BandList = z.infer<typeof BandList>;

/** Figures of the statistics header. Times are in seconds; a figure is null while there is nothing to count. */
export const Statistics = z.object({
  totalSongs: z.int(),
  totalVideos: z.int(),
  totalPlays: z.int(),
  musicians: z.int(),
  curation: z.object({
    /** Mean of the last hundred verdicts, in seconds. */
    avgWaitTime: z.nullable(z.number()),
    /** Median of 30 days, in seconds. */
    medianWaitTime: z.nullable(z.number()),
    /** Share of the verdicts of 30 and of 365 days that came within the promised time, from 0 to 1. */
    inTime30: z.nullable(z.number()),
    inTime365: z.nullable(z.number()),
  }),
  submission: z.object({ passRate: z.nullable(z.number()) }),
});
export type Statistics = z.infer<typeof Statistics>;

export const Home = z.object({
  pinned: z.nullable(Media),
  perfectlySeasoned: z.array(MediaSummary),
  wellDone: z.array(MediaSummary),
  statistics: Statistics,
  genres: z.array(Category),
  moods: z.array(Category),
});
export type Home = z.infer<typeof Home>;

/** All that Home shows, in one call. */
export const home = endpoint({
  method: 'GET',
  path: '/api/home',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get the pinned favorite, both band lists (20 items each), statistics, genres and moods',
  query: z.object({ seed: z.optional(Seed) }),
  reply: Home,
});
