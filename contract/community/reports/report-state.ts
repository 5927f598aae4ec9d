// The states of a case, which collects all reports of one subject until an administrator decides. Server, screens and
// mails all use `nextReportState`, so they agree on what an event changes; permissions are decided elsewhere.

/** The kinds of things that can be reported. */
export const REPORT_SUBJECTS = ['media', 'comment', 'user', 'message'] as const;
export type ReportSubject = (typeof REPORT_SUBJECTS)[number];

/**
 * `open` and `countered` wait for an administrator. `removed` needs no action, but the owner of removed media may still
 * send a counter-notice.
 */
export const REPORT_STATES = [
  'open',
  'dismissed',
  'warned',
  'removed',
  'suspended',
  'countered',
  'reinstated',
  'upheld',
] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const REPORT_DECISIONS = ['dismiss', 'warn', 'remove', 'suspend', 'reinstate', 'uphold'] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export interface ReportCase {
  subject: ReportSubject;
  state: ReportState;
}

export type ReportEvent =
  /** An account reports the subject, for the first time or again. */
  | { type: 'report' }
  /** The owner of media that was taken down objects. */
  | { type: 'counter' }
  | { type: 'decide'; decision: ReportDecision };

export interface ReportRefusal {
  refused: string;
}

/**
 * Returns the state of a case after an event, or why the event is refused. A report on a decided case begins another
 * case.
 */
export function nextReportState({ subject, state }: ReportCase, event: ReportEvent): ReportState | ReportRefusal {
  switch (event.type) {
    case 'report':
      return isWaiting(state) ? state : { refused: 'This has already been decided.' };
    case 'counter':
      if (subject !== 'media') return { refused: 'You can only object to media that was taken down.' };
      if (state === 'countered') return { refused: 'Your counter-notice was sent already.' };
      return state === 'removed'
        ? 'countered'
        : { refused: 'This media is not taken down, or that was decided for good.' };
    case 'decide':
      return decisionsOf({ subject, state }).includes(event.decision)
        ? MADE[event.decision]
        : { refused: isWaiting(state) ? 'That decision is not possible here.' : 'This has already been decided.' };
  }
}

export const isReportRefusal = (next: ReportState | ReportRefusal): next is ReportRefusal => typeof next !== 'string';

/** True if the case needs a decision of an administrator. */
export const isWaiting = (state: ReportState): boolean => state === 'open' || state === 'countered';

/** The decisions that are possible now. An account can't be removed, only suspended. */
export function decisionsOf({ subject, state }: ReportCase): readonly ReportDecision[] {
  if (state === 'open')
    return REPORT_DECISIONS.filter((one) => OF_OPEN.has(one) && (one !== 'remove' || subject !== 'user'));
  if (subject !== 'media') return [];
  if (state === 'countered') return ['reinstate', 'uphold'];
  // The claimant may withdraw the request, or taking the media down was a mistake.
  return state === 'removed' || state === 'upheld' ? ['reinstate'] : [];
}

const OF_OPEN: ReadonlySet<ReportDecision> = new Set(['dismiss', 'warn', 'remove', 'suspend']);

const MADE = {
  dismiss: 'dismissed',
  warn: 'warned',
  remove: 'removed',
  suspend: 'suspended',
  reinstate: 'reinstated',
  uphold: 'upheld',
} as const satisfies Record<ReportDecision, ReportState>;
