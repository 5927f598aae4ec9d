import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  REPORT_DECISIONS,
  REPORT_STATES,
  REPORT_SUBJECTS,
  type ReportEvent,
  type ReportState,
  type ReportSubject,
  decisionsOf,
  isReportRefusal,
  isWaiting,
  nextReportState,
} from './report-state.ts';

const event = fc.oneof(
  fc.constantFrom<ReportEvent>({ type: 'report' }, { type: 'counter' }),
  fc.constantFrom(...REPORT_DECISIONS).map((decision): ReportEvent => ({ type: 'decide', decision })),
);

/** The state changes of a case, with the events that were accepted. */
function transitions(subject: ReportSubject, events: readonly ReportEvent[]) {
  let state: ReportState = 'open';
  const steps: { event: ReportEvent; from: ReportState; to: ReportState }[] = [];
  for (const one of events) {
    const next = nextReportState({ subject, state }, one);
    if (isReportRefusal(next)) continue;
    steps.push({ event: one, from: state, to: next });
    state = next;
  }
  return steps;
}

describe('a case of reports', () => {
  it('is decided once, by any decision that its subject allows', () => {
    expect(decisionsOf({ subject: 'comment', state: 'open' })).toEqual(['dismiss', 'warn', 'remove', 'suspend']);
    expect(decisionsOf({ subject: 'user', state: 'open' })).toEqual(['dismiss', 'warn', 'suspend']);
    expect(nextReportState({ subject: 'comment', state: 'open' }, { type: 'decide', decision: 'remove' })).toBe(
      'removed',
    );
    expect(nextReportState({ subject: 'comment', state: 'removed' }, { type: 'decide', decision: 'dismiss' })).toEqual({
      refused: 'This has already been decided.',
    });
    expect(nextReportState({ subject: 'user', state: 'open' }, { type: 'decide', decision: 'remove' })).toEqual({
      refused: 'That decision is not possible here.',
    });
  });

  it('about media that was taken down allows one counter-notice, and is then upheld or reinstated', () => {
    const media = (state: ReportState, one: ReportEvent) => nextReportState({ subject: 'media', state }, one);
    expect(media('removed', { type: 'counter' })).toBe('countered');
    expect(media('countered', { type: 'counter' })).toEqual({ refused: 'Your counter-notice was sent already.' });
    expect(media('countered', { type: 'decide', decision: 'uphold' })).toBe('upheld');
    expect(isReportRefusal(media('upheld', { type: 'counter' }))).toBe(true);
    expect(media('upheld', { type: 'decide', decision: 'reinstate' })).toBe('reinstated');
    expect(isReportRefusal(nextReportState({ subject: 'comment', state: 'removed' }, { type: 'counter' }))).toBe(true);
  });

  it('keeps its rules over every sequence of events', () => {
    fc.assert(
      fc.property(fc.constantFrom(...REPORT_SUBJECTS), fc.array(event, { maxLength: 12 }), (subject, events) => {
        const steps = transitions(subject, events);
        for (const { event: one, from, to } of steps) {
          expect(REPORT_STATES).toContain(to);
          // A report doesn't change the state, and joins only a case that is waiting.
          if (one.type === 'report') expect([isWaiting(from), to]).toEqual([true, from]);
          // A decided case never opens again; another report begins another case.
          if (to === 'open') expect(from).toBe('open');
          // Only a decision reinstates media that was taken down, and only cases about media change after the first
          // decision.
          if (one.type === 'decide' && from !== 'open') expect(subject).toBe('media');
          if (to === 'reinstated') expect(['removed', 'countered', 'upheld']).toContain(from);
        }
        expect(steps.filter(({ event: one }) => one.type === 'counter').length).toBeLessThanOrEqual(1);
        expect(steps.filter(({ from, to }) => from === 'open' && to !== 'open').length).toBeLessThanOrEqual(1);
        if (subject === 'user') expect(steps.map(({ to }) => to)).not.toContain('removed');
      }),
    );
  });

  it('offers exactly the decisions that it would accept', () => {
    for (const subject of REPORT_SUBJECTS)
      for (const state of REPORT_STATES)
        for (const decision of REPORT_DECISIONS)
          expect(!isReportRefusal(nextReportState({ subject, state }, { type: 'decide', decision }))).toBe(
            decisionsOf({ subject, state }).includes(decision),
          );
  });
});
