import { shorten } from '@scoville/contract/shorten.ts';
import type { CaseRow } from './reports.queries.ts';

/** What was reported, as mails about it call it; null of a message, which so few could report that it would say who did. */
export function reportedTitle({
  subject_kind: kind,
  excerpt,
}: Pick<CaseRow, 'subject_kind' | 'excerpt'>): string | null {
  if (kind === 'message') return null;
  return kind === 'comment' ? shorten(excerpt.text, 120) : excerpt.title;
}
