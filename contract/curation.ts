import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Media } from './media.ts';
import { ById, PageQuery, Paging, Time, text } from './values.ts';

export const rejectMedia = endpoint({
  method: 'POST',
  path: '/api/media/reject/:id',
  access: 'curator',
  summary: 'Reject a submitted media, with or without a reason',
  params: ById,
  body: z.object({ reason: z.optional(text(2000)) }),
  reply: Media,
});

export const reopenReview = endpoint({
  method: 'POST',
  path: '/api/media/reopen/:id',
  access: 'admin',
  summary: 'Have a media that has a verdict reviewed again: scores, genre, mood, comment and pin are lost',
  params: ById,
  body: z.object({
    verdictOn: z
      .nullable(Time)
      .check(z.describe('Of the media as the caller read it. A verdict that was given or changed since stays (409).')),
  }),
  reply: Media,
});

/** What waits for this reviewer: own draws first by due time, then everybody's. */
export const reviewQueue = endpoint({
  method: 'GET',
  path: '/api/review',
  access: 'curator',
  summary: 'Media under review, those assigned to the caller first',
  query: z.object({ ...PageQuery }),
  reply: z.object({
    reviews: z.array(z.object({ media: Media, submittedOn: Time, dueOn: Time, mine: z.boolean() })),
    total: z.int(),
    paging: Paging,
  }),
});
