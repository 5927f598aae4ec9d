import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { REPORT_DECISIONS, REPORT_STATES, REPORT_SUBJECTS } from './report-state.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText, text } from '../../platform/lib/values.ts';

/** The reasons for a report; takedown requests always have `rights`. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'rights',
  'impersonation',
  'other',
] as const;
export const ReportReason = z.enum(REPORT_REASONS, 'Choose a reason.');
export type ReportReason = z.infer<typeof ReportReason>;

/** The fields of a report. The form validates with them, too. */
export const ReportFields = z.object({
  reason: ReportReason,
  /** In the reporter's own words. */
  words: z.optional(text(1000)),
});

export const reportSomething = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary: 'Report a song, video, comment, account or message to the administrators; a repeated report replaces yours',
  body: z.object({ ...ReportFields.shape, subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id: Id }) }),
  reply: z.object({ reported: z.literal(true) }),
});

/** The reported subject, as it was at the time of the report. */
export const Excerpt = z.object({
  title: z.string(),
  text: z.string(),
  /** The pathname of the page that shows the reported subject; null if no page does. */
  path: z.nullable(z.string()),
  /** Only for a message: the message itself and those just before and after it, which the reporter may read. */
  context: z.optional(z.array(z.object({ from: z.string(), text: z.string(), at: Time, isReported: z.boolean() }))),
});
export type Excerpt = z.infer<typeof Excerpt>;

const Person = z.object({ id: Id, name: z.nullable(z.string()) });

/** All reports of one subject until a decision. */
export const ReportCase = z.object({
  id: Id,
  subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id: Id }),
  state: z.enum(REPORT_STATES),
  /** The owner of the subject; `name` is null once the account is deleted. */
  reported: Person,
  excerpt: Excerpt,
  /** The reasons of all reports, most frequent first. */
  reasons: z.array(ReportReason),
  reports: z.int(),
  createdOn: Time,
  /** When the case entered its current state. */
  changedOn: Time,
  /** The last decision. */
  decision: z.nullable(z.object({ by: z.nullable(z.string()), reason: z.string() })),
  /** The owner's objection to taking down their song or video. */
  counterNotice: z.nullable(z.string()),
  /**
   * The decisions that the caller can make now. Empty if the caller is the reported account, unless there is no other
   * administrator.
   */
  can: z.array(z.enum(REPORT_DECISIONS)),
});
export type ReportCase = z.infer<typeof ReportCase>;

const QUEUES = ['waiting', 'decided'] as const;
export const ReportQueue = z.enum(QUEUES);
export type ReportQueue = z.infer<typeof ReportQueue>;

export const reportCases = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: 'admin',
  summary: 'List cases of reports: those waiting longest first, or decided ones, latest first',
  query: z.object({
    queue: z.optional(ReportQueue).check(z.describe('Lists waiting cases by default.')),
    kind: z.optional(z.enum(REPORT_SUBJECTS)),
    q: z
      .optional(text(80))
      .check(
        z.describe(
          'Filters by a part of the reported item’s title, words in the name of its owner or a reporter, or the beginning of a claimant’s name.',
        ),
      ),
    ...PageQuery,
  }),
  reply: z.object({ cases: z.array(ReportCase), total: z.int(), paging: Paging }),
});

export const reportCase = endpoint({
  method: 'GET',
  path: '/api/admin/reports/:id',
  access: 'admin',
  summary: 'Get one case with its first hundred reports',
  params: ById,
  reply: z.object({
    case: ReportCase,
    /**
     * Only for media: when the uploader confirmed to hold the rights to the current file; null if that wasn't asked.
     */
    rightsConfirmedOn: z.nullable(Time),
    reports: z.array(
      z.object({
        id: Id,
        reporter: z.nullable(Person),
        /** The sender of a takedown request, who needs no account; null for other reports. */
        claimant: z.nullable(z.object({ name: z.string(), email: z.string() })),
        reason: ReportReason,
        words: z.string(),
        /** The subject at the time of this report, if it had changed since the first one; otherwise null. */
        excerpt: z.nullable(Excerpt),
        createdOn: Time,
      }),
    ),
  }),
});

const DAYS = 'A suspension lasts 1 to 3650 days, or until it is lifted.';

/** A decision of an administrator. The form validates with it, too. */
export const DecisionFields = z.object({
  decision: z.enum(REPORT_DECISIONS, 'Choose a decision.'),
  /** Shown to the reporters and to the owner of the reported subject. */
  reason: requiredText(500, 'Reason is required.'),
  /** Only of a suspension; null means until it is lifted. */
  days: z.optional(z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(3650, DAYS)))),
});

export type DecisionFields = z.infer<typeof DecisionFields>;

export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  access: 'admin',
  summary: 'Decide a case for all its reports at once, and notify the reporters and the reported account by mail',
  params: ById,
  body: DecisionFields,
  reply: ReportCase,
});
