import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import type { CaseRow } from './reports.queries.ts';

/**
 * Title of the reported item in mails; null for a message, because so few people could report it that it would reveal
 * the reporter.
 */
export function reportedTitle({
  subject_kind: kind,
  excerpt,
}: Pick<CaseRow, 'subject_kind' | 'excerpt'>): string | null {
  if (kind === 'message') return null;
  return kind === 'comment' ? shorten(excerpt.text, 120) : excerpt.title;
}
