import type { ReportDecision, ReportState, ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import type { ReportReason } from '@scoville/contract/community/reports/reports.ts';

export const REASON_LABELS: Record<ReportReason, string> = {
  spam: 'Spam or misleading',
  harassment: 'Harassment or bullying',
  hate: 'Hate speech',
  sexual: 'Sexual content',
  violence: 'Violence or threats',
  rights: 'Somebody else’s work, used without permission',
  impersonation: 'Pretends to be somebody else',
  other: 'Something else',
};

export const SUBJECT_LABELS: Record<ReportSubject, string> = {
  media: 'Media',
  comment: 'Comment',
  user: 'Account',
  message: 'Message',
};

export const STATE_LABELS: Record<ReportState, string> = {
  open: 'Waiting',
  dismissed: 'Dismissed',
  warned: 'Warned',
  removed: 'Removed',
  suspended: 'Account suspended',
  countered: 'Counter-notice waiting',
  reinstated: 'Reinstated',
  upheld: 'Removal upheld',
};

export const DECISION_LABELS: Record<ReportDecision, { label: string; hint: string }> = {
  dismiss: { label: 'Dismiss', hint: 'Nothing is against the rules.' },
  warn: { label: 'Warn', hint: 'It stays, and its owner is warned.' },
  remove: { label: 'Remove', hint: 'Nobody sees it any more.' },
  suspend: { label: 'Suspend the account', hint: 'Its owner cannot sign in.' },
  reinstate: { label: 'Restore', hint: 'It is put back where it was.' },
  uphold: { label: 'Uphold', hint: 'It stays removed.' },
};
