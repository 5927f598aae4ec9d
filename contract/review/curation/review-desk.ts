import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Time } from '../../platform/lib/values.ts';

/** The figures are based on verdicts of this many days. */
export const REVIEW_DESK_DAYS = 30;

/** The severity of a reviewer is compared with the one so many weeks ago. */
export const SEVERITY_WEEKS = 12;

/** A share from 0 to 1; null if there are no verdicts. */
const Share = z.nullable(z.number());

const Verdicts = {
  verdicts: z.int(),
  /** Share of the verdicts given within the promised time. */
  inTime: Share,
  /** Share of the verdicts that are rejections. */
  rejected: Share,
  /** Mean of the scores, 0 to 100. */
  score: z.nullable(z.number()),
  /** Median waiting time of the verdicts, in hours. */
  hours: z.nullable(z.number()),
};

export const DeskReviewer = z.object({
  id: z.string(),
  name: z.string(),
  /** False for a former reviewer who gave verdicts in this time. */
  isCertified: z.boolean(),
  /** Number of open reviews assigned to the reviewer. */
  waiting: z.int(),
  overdue: z.int(),
  ...Verdicts,
  /**
   * How many points lower than others the reviewer scores on average, with the interval that has it in 95 of 100 cases;
   * null before there is an estimate.
   */
  severity: z.nullable(z.object({ points: z.number(), low: z.number(), high: z.number() })),
  /** Standard deviation of the reviewer's scores around what they would be on average, in points. */
  spread: z.nullable(z.number()),
  /** The severity so many weeks ago, if it was estimated then, and whether it has changed by more than its error. */
  earlier: z.nullable(z.object({ points: z.number(), hasChanged: z.boolean() })),
});
export type DeskReviewer = z.infer<typeof DeskReviewer>;

/** How well the review desk keeps its promised time, and how the reviews are distributed. */
export const reviewDesk = endpoint({
  method: 'GET',
  path: '/api/admin/review-desk',
  access: 'admin',
  summary:
    'Report the figures of the review desk: waiting reviews, the promised time, each reviewer’s load and severity',
  reply: z.object({
    /** Hours within which a verdict is promised. */
    promiseHours: z.int(),
    waiting: z.int(),
    /** Number of waiting reviews past the promised time. */
    overdue: z.int(),
    /** When the oldest waiting review was submitted. */
    oldestOn: z.nullable(Time),
    ...Verdicts,
    reviewers: z.array(DeskReviewer),
  }),
});
