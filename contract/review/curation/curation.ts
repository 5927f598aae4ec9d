import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Media } from '../../catalogue/media/media.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText, text } from '../../platform/lib/values.ts';

export const rejectMedia = endpoint({
  method: 'POST',
  path: '/api/media/reject/:id',
  access: 'curator',
  summary: 'Reject a submitted song or video, with or without a reason',
  params: ById,
  body: z.object({ reason: z.optional(text(2000)) }),
  reply: Media,
});

export const reopenReview = endpoint({
  method: 'POST',
  path: '/api/media/reopen/:id',
  access: 'admin',
  summary: 'Discard a verdict for a new review; scores, genre, mood, comment and pin are lost',
  params: ById,
  body: z.object({
    verdictOn: z
      .nullable(Time)
      .check(
        z.describe(
          'The time of the verdict when the caller read the media item. A verdict that was given or changed since then is kept (409).',
        ),
      ),
  }),
  reply: Media,
});

export const handOverReview = endpoint({
  method: 'POST',
  path: '/api/media/hand-over/:id',
  access: 'curator',
  summary: 'Give away a review that was drawn for you; another reviewer is drawn',
  params: ById,
  body: z.object({ reason: requiredText(500, 'Say why you hand it over.') }),
  reply: z.object({ id: Id }),
});

/** The queue of this reviewer: media assigned to the caller first, by due time, then all others. */
export const reviewQueue = endpoint({
  method: 'GET',
  path: '/api/review',
  access: 'curator',
  summary: 'List media under review, those assigned to the caller first',
  query: z.object({ ...PageQuery }),
  reply: z.object({
    reviews: z.array(z.object({ media: Media, submittedOn: Time, dueOn: Time, mine: z.boolean() })),
    total: z.int(),
    paging: Paging,
  }),
});
