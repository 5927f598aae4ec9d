import * as z from 'zod/mini';
import { MediaSummary } from './media.ts';
import { Paging } from './values.ts';

/**
 * How what was asked had to be understood to find anything: a misspelling corrected, a word left out. Where nothing was
 * found, `nearest` are words and names that find something and are like what was asked for; of a search for a tag, tags.
 */
const SearchReading = z.object({
  corrected: z.boolean(),
  dropped: z.nullable(z.string()),
  nearest: z.array(z.string()),
});

/** Where a list is from: a place with a distance in miles around it. */
const Near = z.object({ place: z.string(), distance: z.number() });

/** A list to listen to, with the way to its next rows. */
export const MediaList = z.object({
  media: z.array(MediaSummary),
  total: z.optional(z.int()),
  search: z.optional(SearchReading),
  /** Null when a place was asked for that is not known, and the list is from everywhere. */
  near: z.optional(z.nullable(Near)),
  paging: Paging,
});
export type MediaList = z.infer<typeof MediaList>;
