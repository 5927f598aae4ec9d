import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Media, MediaType } from './media.ts';
import { MusicianRef } from './users.ts';
import { Flag, PageQuery, Paging, text } from './values.ts';

/** Whole documents: the musician works with this list, too. */
export const mediaOfUser = endpoint({
  method: 'POST',
  path: '/api/media/user/:id',
  access: 'anyone',
  onlyReads: true,
  summary: 'A musician’s media; unpublished ones for the owner and administrators only',
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
          .check(z.describe('createdOn, or the musician’s own order; what has no place in it follows, newest first.')),
        order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('Without it, positions ascend and times descend.')),
      }),
    ),
  }),
  reply: z.object({
    media: z.array(Media),
    musician: MusicianRef,
    /** The mean of the rated ones' ratings, 1 to 5; null as long as none is rated. */
    avgRating: z.nullable(z.number()),
    /** The caller may give them an order. */
    canSort: z.boolean(),
    total: z.int(),
    paging: Paging,
  }),
});

/** A list in the order that its musician gave it; one kind of media or both. */
export const profileOrder = (mediaType?: z.infer<typeof MediaType>) => ({
  ...(mediaType && { mediaType }),
  sortingOptions: { sort: 'position' as const },
});
