import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CaseEvent, HAS_READ, type ReviewCase, SUBMITTED, isCaseRefusal, nextCase } from './review-case.ts';

const reviewer = fc.constantFrom('ada', 'ben', 'cleo');
const anyEvent: fc.Arbitrary<CaseEvent> = fc.oneof(
  fc.record({ type: fc.constant('read' as const), by: reviewer, second: fc.boolean() }),
  fc.record({ type: fc.constant('reject' as const), by: reviewer }),
  fc.constant({ type: 'settle' as const }),
  fc.constant({ type: 'withdraw' as const }),
);

/** The state after all events, of which those that are refused change nothing. */
const after = (events: readonly CaseEvent[]): ReviewCase =>
  events.reduce((review, event) => {
    const next = nextCase(review, event);
    return isCaseRefusal(next) ? review : next;
  }, SUBMITTED);

describe('the course of a review', () => {
  it('ends with one reading, or with two different reviewers if the first needs a second one', () => {
    expect(after([{ type: 'read', by: 'ada', second: false }])).toEqual({ stage: 'judged', readers: ['ada'] });
    const held = after([{ type: 'read', by: 'ada', second: true }]);
    expect(held).toEqual({ stage: 'second-reading', readers: ['ada'] });
    expect(nextCase(held, { type: 'read', by: 'ada', second: false })).toEqual({ refused: HAS_READ });
    expect(nextCase(held, { type: 'reject', by: 'ada' })).toEqual({ refused: HAS_READ });
    expect(nextCase(held, { type: 'read', by: 'ben', second: true })).toEqual({
      stage: 'judged',
      readers: ['ada', 'ben'],
    });
    expect(nextCase(held, { type: 'settle' })).toEqual({ stage: 'judged', readers: ['ada'] });
  });

  it('cannot be settled without a reading', () => {
    expect(nextCase(SUBMITTED, { type: 'settle' })).toEqual({ refused: 'Nobody has scored this media yet.' });
  });

  it('ends once, for any order of events, with at most two different readers', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        let review: ReviewCase = SUBMITTED;
        let ends = 0;
        for (const event of events) {
          const wasOver = review.stage === 'judged' || review.stage === 'withdrawn';
          const next = nextCase(review, event);
          if (isCaseRefusal(next)) continue;
          expect(wasOver).toBe(false);
          if (next.stage === 'judged' || next.stage === 'withdrawn') ends += 1;
          review = next;
          expect(new Set(review.readers).size).toBe(review.readers.length);
          expect(review.readers.length).toBeLessThanOrEqual(2);
          expect(review.stage === 'first-reading').toBe(review.readers.length === 0 && ends === 0);
        }
        expect(ends).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never changes its input', () => {
    const held = Object.freeze({ stage: 'second-reading' as const, readers: Object.freeze(['ada']) });
    fc.assert(
      fc.property(anyEvent, (event) => {
        nextCase(held, event);
        expect(held).toEqual({ stage: 'second-reading', readers: ['ada'] });
      }),
    );
  });
});
