import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Time } from './values.ts';

/** Days of verdicts that the figures are made of. */
export const REVIEW_DESK_DAYS = 30;

/** A share from 0 to 1; null where there is nothing to have a share of. */
const Share = z.nullable(z.number());

const Verdicts = {
  verdicts: z.int(),
  /** Of them, given within the promise. */
  inTime: Share,
  /** Of them, rejections. */
  rejected: Share,
  /** The mean of their scores, 0 to 100. */
  score: z.nullable(z.number()),
  /** Hours that half of them were waited for at the most. */
  hours: z.nullable(z.number()),
};

export const DeskReviewer = z.object({
  id: z.string(),
  name: z.string(),
  /** Somebody who is no reviewer any more may have given verdicts. */
  isCertified: z.boolean(),
  /** Open reviews that were drawn for them. */
  waiting: z.int(),
  overdue: z.int(),
  ...Verdicts,
});
export type DeskReviewer = z.infer<typeof DeskReviewer>;

/** How the review desk keeps its promise, and who carries it. */
export const reviewDesk = endpoint({
  method: 'GET',
  path: '/api/admin/review-desk',
  access: 'admin',
  summary: 'Figures of the review desk: what waits, the promise, and each reviewer’s load and severity',
  reply: z.object({
    /** Hours within which a verdict is promised. */
    promiseHours: z.int(),
    waiting: z.int(),
    /** Of them, past the promise. */
    overdue: z.int(),
    /** When the oldest of them was submitted. */
    oldestOn: z.nullable(Time),
    ...Verdicts,
    reviewers: z.array(DeskReviewer),
  }),
});
