import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { REPORT_DECISIONS, REPORT_STATES, REPORT_SUBJECTS } from './report-state.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText, text } from './values.ts';

/** Why somebody reports; `rights` is also what takedown requests say. */
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

/** What a report says; the form validates with it, too. */
export const ReportFields = z.object({
  reason: ReportReason,
  /** In the reporter's own words. */
  words: z.optional(text(1000)),
});

export const reportSomething = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  summary: 'Report a media, comment, account or message to the administrators; said again, it replaces what was said',
  body: z.object({ ...ReportFields.shape, subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id: Id }) }),
  reply: z.object({ reported: z.literal(true) }),
});

/** What was reported, as it was then. */
export const Excerpt = z.object({
  title: z.string(),
  text: z.string(),
  /** Where it is, as a pathname; null where no page shows it. */
  path: z.nullable(z.string()),
  /** Of a message, those just before and after it, which the reporter may read, and itself. */
  context: z.optional(z.array(z.object({ from: z.string(), text: z.string(), at: Time, isReported: z.boolean() }))),
});
export type Excerpt = z.infer<typeof Excerpt>;

const Person = z.object({ id: Id, name: z.nullable(z.string()) });

/** All reports of one subject until a decision. */
export const ReportCase = z.object({
  id: Id,
  subject: z.object({ kind: z.enum(REPORT_SUBJECTS), id: Id }),
  state: z.enum(REPORT_STATES),
  /** Whose it is; `name` is null once the account is deleted. */
  reported: Person,
  excerpt: Excerpt,
  /** The reasons that were given, the most frequent first. */
  reasons: z.array(ReportReason),
  reports: z.int(),
  createdOn: Time,
  /** When it came to where it stands. */
  changedOn: Time,
  /** The last decision. */
  decision: z.nullable(z.object({ by: z.nullable(z.string()), reason: z.string() })),
  /** What the owner of a media says against taking it down. */
  counterNotice: z.nullable(z.string()),
  /** What whoever asks can decide now; nothing about themselves, where there is another administrator. */
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
  summary: 'What was reported: what waits longest first, or what was decided, the latest first',
  query: z.object({
    queue: z.optional(ReportQueue).check(z.describe('Without it, what waits.')),
    kind: z.optional(z.enum(REPORT_SUBJECTS)),
    q: z
      .optional(text(80))
      .check(
        z.describe(
          'A part of the title of what was reported, words of its owner’s or a reporter’s name, or the beginning of a claimant’s.',
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
  summary: 'One case with each of its reports, the first hundred',
  params: ById,
  reply: z.object({
    case: ReportCase,
    /** Of a media: when its uploader confirmed to hold the rights to the file in force; null where nobody asked. */
    rightsConfirmedOn: z.nullable(Time),
    reports: z.array(
      z.object({
        id: Id,
        reporter: z.nullable(Person),
        /** Of a takedown request, in place of a reporter. */
        claimant: z.nullable(z.object({ name: z.string(), email: z.string() })),
        reason: ReportReason,
        words: z.string(),
        /** Where it was changed since the first report. */
        excerpt: z.nullable(Excerpt),
        createdOn: Time,
      }),
    ),
  }),
});

const DAYS = 'A suspension lasts 1 to 3650 days, or until it is lifted.';

/** What an administrator decides; the form validates with it, too. */
export const DecisionFields = z.object({
  decision: z.enum(REPORT_DECISIONS, 'Choose a decision.'),
  /** Both sides read it. */
  reason: requiredText(500, 'Reason is required.'),
  /** Of a suspension; null: until it is lifted. */
  days: z.optional(z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(3650, DAYS)))),
});

export type DecisionFields = z.infer<typeof DecisionFields>;

export const decideReport = endpoint({
  method: 'POST',
  path: '/api/admin/reports/:id/decision',
  access: 'admin',
  summary: 'Decide a case, for all its reports at once; those who reported and whom it concerns are told by mail',
  params: ById,
  body: DecisionFields,
  reply: ReportCase,
});
