import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Media, MediaType } from './media.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { Flag, PageQuery, Paging, text } from '../../platform/lib/values.ts';

/** Returns complete documents, because musicians also manage their media in this list. */
export const mediaOfUser = endpoint({
  method: 'POST',
  path: '/api/media/user/:id',
  access: 'anyone',
  onlyReads: true,
  summary: 'List a musician’s media; unpublished media only for the owner and administrators',
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  body: z.object({
    mediaType: z.optional(MediaType),
    published: z.optional(Flag),
    filter: z.optional(text(200)),
    pagingOptions: z.optional(z.object(PageQuery)),
    sortingOptions: z.optional(
      z.object({
        sort: z
          .optional(z.enum(['position', 'createdOn']))
          .check(
            z.describe(
              'Sorts by time of creation, or by the musician’s own order followed by all other media, newest first.',
            ),
          ),
        order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('By default, positions ascend and times descend.')),
      }),
    ),
  }),
  reply: z.object({
    media: z.array(Media),
    musician: MusicianRef,
    /**
     * The mean of the average ratings of all the musician’s public songs and videos that are rated, whatever the
     * filter: 1 to 5, or null while none is rated.
     */
    avgRating: z.nullable(z.number()),
    /** True if the caller may change the order. */
    canSort: z.boolean(),
    total: z.int(),
    paging: Paging,
  }),
});

/** The query for the list in the order set by its musician, of one media type or both. */
export const profileOrder = (mediaType?: z.infer<typeof MediaType>) => ({
  ...(mediaType && { mediaType }),
  sortingOptions: { sort: 'position' as const },
});
