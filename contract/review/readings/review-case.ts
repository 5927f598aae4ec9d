/**
 * The course of a review, from the submission to the verdict. The server decides with `nextCase`; whether a second
 * reading is needed, and by whom, is decided elsewhere.
 */
export interface ReviewCase {
  stage: 'first-reading' | 'second-reading' | 'judged' | 'withdrawn';
  /** Accounts that gave a reading which counts, in order. */
  readers: readonly string[];
}

export type CaseEvent =
  /** `second` is whether a second reading was arranged for this one. */
  | { type: 'read'; by: string; second: boolean }
  /** A rejection without scores, which needs no second reading. */
  | { type: 'reject'; by: string }
  /** The promised time is nearly over, so the readings that there are decide. */
  | { type: 'settle' }
  | { type: 'withdraw' };

export interface CaseRefusal {
  refused: string;
}

export const SUBMITTED: ReviewCase = { stage: 'first-reading', readers: [] };

export const HAS_READ =
  'You have already scored this media. Another reviewer scores it as well, and the verdict follows from both.';
const IS_OVER = 'This media is no longer under review.';
const NOT_READ = 'Nobody has scored this media yet.';

export const isCaseRefusal = (answer: ReviewCase | CaseRefusal): answer is CaseRefusal => 'refused' in answer;

/** The next state of a review, or why the event is refused. Pure: equal arguments give equal results. */
export function nextCase(review: ReviewCase, event: CaseEvent): ReviewCase | CaseRefusal {
  const { stage, readers } = review;
  if (stage === 'judged' || stage === 'withdrawn') return { refused: IS_OVER };
  switch (event.type) {
    case 'read': {
      if (readers.includes(event.by)) return { refused: HAS_READ };
      const isHeld = stage === 'first-reading' && event.second;
      return { stage: isHeld ? 'second-reading' : 'judged', readers: [...readers, event.by] };
    }
    case 'reject':
      return readers.includes(event.by) ? { refused: HAS_READ } : { stage: 'judged', readers };
    case 'settle':
      return readers.length === 0 ? { refused: NOT_READ } : { stage: 'judged', readers };
    case 'withdraw':
      return { stage: 'withdrawn', readers };
  }
}
