import * as z from 'zod/mini';
import { MediaSummary } from './media.ts';
import { Paging } from '../../platform/lib/values.ts';

/**
 * How the search changed the query to find anything: it corrected a misspelling or dropped a word. If nothing was
 * found, `nearest` has similar words and names that do find something; for a search by tag, it has similar tags.
 */
const SearchReading = z.object({
  corrected: z.boolean(),
  dropped: z.nullable(z.string()),
  nearest: z.array(z.string()),
});

/** The area of a list: a place, and a distance in miles around it. */
const Near = z.object({ place: z.string(), distance: z.number() });

/** A list for listening, with the cursor of its next rows. */
export const MediaList = z.object({
  media: z.array(MediaSummary),
  total: z.optional(z.int()),
  search: z.optional(SearchReading),
  /** Null if the requested place is unknown and the list is therefore from everywhere. */
  near: z.optional(z.nullable(Near)),
  paging: Paging,
});
export type MediaList = z.infer<typeof MediaList>;
