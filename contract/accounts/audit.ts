import * as z from 'zod/mini';
import { endpoint } from '../platform/http/endpoint.ts';
import { Id, PageQuery, Paging, Time, text } from '../platform/lib/values.ts';

/** Actions of administrators and reviewers that the audit log records, so that others can ask about them. */
export const ACTS = [
  'changed-user',
  'changed-email',
  'deleted-user',
  'suspended-user',
  'lifted-suspension',
  'removed-second-factor',
  'changed-media',
  'rejected-media',
  'handed-over-review',
  'reopened-review',
  'deleted-media',
  'ordered-media',
  'ordered-playlist',
  'ordered-categories',
  'changed-picture',
  'deleted-comment',
  'deleted-post',
  'wrote-system-message',
  'removed-system-message',
  'uploaded-ad',
  'changed-ad',
  'deleted-ad',
  'ordered-ads',
  'changed-ad-settings',
  'sent-ad-stats',
  'retried-mail',
  'cancelled-mail',
  'lifted-refusal',
  'changed-jobs',
  'decided-report',
  'started-bulk-action',
] as const;
export const Act = z.enum(ACTS);
export type Act = z.infer<typeof Act>;

const AUDIT_SUBJECTS = [
  'user',
  'media',
  'comment',
  'message',
  'post',
  'picture',
  'genre',
  'mood',
  'ad',
  'system-message',
  'mail',
  'jobs',
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

export const AuditEntry = z.object({
  id: Id,
  createdOn: Time,
  act: Act,
  /** `name` is null once the account is deleted. */
  actor: z.object({ id: Id, name: z.nullable(z.string()) }),
  subject: z.object({ kind: z.enum(AUDIT_SUBJECTS), id: z.string(), name: z.nullable(z.string()) }),
  /** The request, such as `role: admin`. */
  details: z.record(z.string(), z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  summary: 'List actions of administrators and reviewers, newest first, filtered by kind, actor and words',
  query: z.object({
    q: z
      .optional(text(80))
      .check(
        z.describe('Filters by a part of the subject’s name, or by words in the name of its account or of the actor.'),
      ),
    act: z.optional(Act),
    actor: z.optional(Id),
    ...PageQuery,
  }),
  reply: z.object({ entries: z.array(AuditEntry), total: z.int(), paging: Paging }),
});
