import type { Draw, Fact, TrailActor, TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { describe, expect, it } from 'vitest';
import { momentText } from '../../platform/lib/format.ts';
import { checkText, entryDetails, entryText, stateText } from './trail-text.ts';

const NOW = '2026-12-01T08:00:00.000Z';
const DUE = '2026-12-02T08:00:00.000Z';
const due = momentText(DUE);

const entry = (fact: Fact, by: TrailActor = 'system', secret: string | null = null): TrailEntry => ({
  position: 1,
  at: NOW,
  by,
  fact,
  text: '',
  secret,
  hash: '',
});
const draw: Draw = {
  name: 'name:1',
  seed: { id: 'seed', commitment: '' },
  pool: { kind: 'reviewers', version: 1, size: 12, hash: '' },
  skipped: 2,
  waived: [],
  reviewer: '3F9A0C12BB',
};
const byAdministrators: Draw = { ...draw, pool: { ...draw.pool, kind: 'administrators', size: 1 } };
const drawn = (of: Draw = draw): Fact => ({ kind: 'drawn', draw: of, dueBy: DUE });
const judged = (outcome: 'curated' | 'rejected'): Fact => ({ kind: 'judged', outcome });
const [drawnOne, other] = [{ desk: '3F9A0C12BB' }, { desk: '0000000001' }];

describe('the text of an entry', () => {
  it.each<[string, TrailEntry]>([
    [`Submitted. A verdict is promised by ${due}.`, entry({ kind: 'submitted', promisedBy: DUE }, 'owner')],
    [
      `Submitted by an administrator. A verdict is promised by ${due}.`,
      entry({ kind: 'submitted', promisedBy: DUE }, other),
    ],
    [`Reviewer 3F9A0C12BB was drawn from 12 reviewers. The verdict is due by ${due}.`, entry(drawn())],
    [
      `Administrator 3F9A0C12BB was drawn from 1 administrator, because no reviewer may judge this. The verdict is due by ${due}.`,
      entry(drawn(byAdministrators)),
    ],
    ['No reviewer is free for now. One is drawn as soon as possible.', entry({ kind: 'unassigned' })],
    ['Approved by Reviewer 0000000001.', entry(judged('curated'), other)],
    [
      'The verdict was changed by Reviewer 0000000001. It is now: rejected.',
      entry({ kind: 'changed', outcome: 'rejected' }, other),
    ],
    [
      'The verdict was changed by Reviewer 0000000001. It is now: approved.',
      entry({ kind: 'changed', outcome: 'curated' }, other),
    ],
    [
      `No reviewer is free for now. One is drawn as soon as possible. The verdict is promised by ${due}.`,
      entry({ kind: 'unassigned', promisedBy: DUE }),
    ],
    [
      `Submitted. A verdict is promised by ${due}. Others are asked early for it, because an earlier verdict was late.`,
      entry({ kind: 'submitted', promisedBy: DUE, priority: true }, 'owner'),
    ],
    [
      'The verdict may be late soon, so a second reviewer is asked.',
      entry({ kind: 'escalated', to: 'second-reviewer' }),
    ],
    [
      'The verdict may be late soon, so all reviewers who may judge this are asked.',
      entry({ kind: 'escalated', to: 'all-reviewers' }),
    ],
    [
      'The verdict may be late soon, so the administrators are asked.',
      entry({ kind: 'escalated', to: 'administrators' }),
    ],
    ['The verdict is late.', entry({ kind: 'late', compensation: 'none' })],
    [
      'The verdict is late. The musician has one upload on top of the plan for it.',
      entry({ kind: 'late', compensation: 'upload' }),
    ],
    [
      'The verdict is late. Others are asked early for the musician’s next submission.',
      entry({ kind: 'late', compensation: 'priority' }),
    ],
    ['Handed over by Reviewer 0000000001 to another reviewer.', entry({ kind: 'handed-over' }, other)],
    ['Withdrawn.', entry({ kind: 'withdrawn' }, 'owner')],
    ['Withdrawn by an administrator.', entry({ kind: 'withdrawn' }, other)],
    ['Reopened by an administrator. The verdict before no longer counts.', entry({ kind: 'reopened' }, other)],
    ['Reopened. The verdict before no longer counts.', entry({ kind: 'reopened' }, 'owner')],
  ])('is “%s”', (text, one) => {
    expect(entryText([one], 0)).toBe(text);
  });

  it('says whether the drawn reviewer gave the verdict', () => {
    const verdict = (before: Fact, by: TrailActor) => entryText([entry(before), entry(judged('rejected'), by)], 1);
    expect(verdict(drawn(), drawnOne)).toBe('Rejected by Reviewer 3F9A0C12BB.');
    expect(verdict(drawn(), other)).toBe('Rejected by Reviewer 0000000001 instead of the drawn one.');
    expect(verdict({ kind: 'unassigned' }, other)).toBe('Rejected by Reviewer 0000000001.');
    const late = [entry(drawn()), entry({ kind: 'late', compensation: 'none' }), entry(judged('rejected'), other)];
    expect(entryText(late, 2)).toBe('Rejected by Reviewer 0000000001 instead of the drawn one.');
    expect(verdict(drawn(byAdministrators), drawnOne)).toBe('Rejected by Administrator 3F9A0C12BB.');
    expect(verdict(drawn(byAdministrators), other)).toBe('Rejected by Reviewer 0000000001 instead of the drawn one.');
  });
});

describe('the text of readings', () => {
  const second = { desk: '77AA00FF11' };
  const read = (of?: 'border' | 'random'): Fact => ({ kind: 'read', ...(of && { second: of }) });

  it('says who read it, and why another reviewer reads it, too', () => {
    const entries = [entry(drawn()), entry(read('border'), drawnOne), entry(drawn({ ...draw, reviewer: second.desk }))];
    expect(entryText(entries, 1)).toBe(
      'Scored by Reviewer 3F9A0C12BB. The score is near the border of a band, so another reviewer, who knows nothing of this, scores it as well. The verdict follows from both.',
    );
    const all = [...entries, entry(read(), second), entry({ ...judged('curated'), readings: 2 } as Fact, second)];
    expect(entryText(all, 3)).toBe('Scored by Reviewer 77AA00FF11.');
    expect(entryText(all, 4)).toBe('Approved. The score is the mean of 2 readings.');
    expect(entryText([entry(read('random'), other)], 0)).toMatch(
      /^Scored by Reviewer 0000000001\. It was chosen by lot/,
    );
  });

  it('says that the first reading decided because no second one came', () => {
    expect(entryText([entry({ ...judged('rejected'), settled: true } as Fact)], 0)).toBe(
      'Rejected after one reading. No second one came in time, and the promised time is nearly over.',
    );
  });

  it('has the scores as given, and why the published ones are others', () => {
    const scores = { storytelling: 63, execution: 63, thumbnailArt: 63 };
    const detailsOf = (...given: number[]) => {
      const all = given.map((one) => ({ storytelling: one, execution: one, thumbnailArt: one }));
      return entryDetails(entry(judged('curated'), other, JSON.stringify({ scores, given: all }))).slice(1);
    };
    expect(detailsOf(60)).toEqual(['This reviewer scores lower than others, so the score was raised by 3 points.']);
    expect(detailsOf(64, 64)).toEqual([
      'These reviewers score higher than others, so the score was lowered by 1 point.',
    ]);
    expect(detailsOf(62, 64)).toEqual([]);
    expect(entryDetails(entry(read('border'), other, JSON.stringify({ scores })))).toEqual([
      'Storytelling 63, execution 63, thumbnail art 63.',
    ]);
  });
});

describe('the details of an entry', () => {
  it('are the rules that were set aside', () => {
    expect(entryDetails(entry(drawn()))).toEqual([]);
    expect(entryDetails(entry(drawn({ ...draw, waived: ['recent', 'excluded', 'a new rule'] })))).toEqual([
      'Rules set aside, because nobody else was left: recent submissions of this musician, excluded genres and moods, a new rule.',
    ]);
  });

  it('are the reasons against members of the pool, if the viewer may see them', () => {
    const secret = '{"skipped":{"conflict":2,"busy":1},"salt":"00"}';
    expect(entryDetails(entry(drawn(), 'system', secret))).toEqual([
      'Passed over: conflicts of interest (2), too many open reviews (1).',
    ]);
    expect(entryDetails(entry(drawn(), 'system', '{"skipped":{},"salt":"00"}'))).toEqual([]);
  });

  it('are the reason why a review was handed over, if the viewer may see it', () => {
    const handedOver = (secret: string | null) => entryDetails(entry({ kind: 'handed-over' }, other, secret));
    expect(handedOver('{"reason":"I know the drummer.","salt":"00"}')).toEqual(['Reason: I know the drummer.']);
    expect(handedOver(null)).toEqual([]);
  });

  it('are the scores, if there are any and the viewer may see them', () => {
    const scores = { storytelling: 80, execution: 75, thumbnailArt: 90 };
    const text = 'Storytelling 80, execution 75, thumbnail art 90.';
    expect(entryDetails(entry(judged('curated'), other, JSON.stringify({ scores, salt: '00' })))).toEqual([text]);
    expect(entryDetails(entry(judged('rejected'), other, '{"scores":null,"salt":"00"}'))).toEqual([]);
    expect(entryDetails(entry(judged('rejected'), other))).toEqual([]);
  });
});

describe('the state of a review', () => {
  const open = { underReview: true, reviewDueOn: DUE };
  const [early, late] = [Date.parse(NOW), Date.parse(DUE) + 1];

  it('says who has it, when the verdict is due, and what happens if it is late', () => {
    expect(stateText(open, [entry(drawn())], early)).toBe(
      `A reviewer has it. The verdict is due by ${due}. If it is late, another reviewer is drawn.`,
    );
    expect(stateText(open, [entry(drawn(byAdministrators))], early)).toMatch(/^An administrator has it\./);
    expect(stateText(open, [entry(drawn())], late)).toBe(
      `A reviewer has it. The verdict was due by ${due}, so another reviewer is drawn.`,
    );
  });

  it('says that it waits for a reviewer', () => {
    const waits = `Waiting for a reviewer. The verdict is due by ${due}. One is drawn as soon as one is free, for those who wait longest first.`;
    expect(stateText(open, [entry({ kind: 'unassigned' })], early)).toBe(waits);
    expect(stateText(open, [entry({ kind: 'submitted', promisedBy: DUE })], early)).toBe(waits);
    expect(stateText(open, [entry({ kind: 'unassigned' })], late)).toContain(`The verdict was due by ${due}.`);
  });

  it('says that there is a second reading, until there is a verdict or the review begins anew', () => {
    const read = entry({ kind: 'read', second: 'border' }, drawnOne);
    const text = `Second reading: one reviewer has scored it, and another one has it. The verdict is due by ${due}. If no second score comes in time, the first one is the verdict.`;
    expect(stateText(open, [entry(drawn()), read], early)).toBe(text);
    const escalated = entry({ kind: 'escalated', to: 'all-reviewers' });
    expect(stateText(open, [entry(drawn()), read, entry(drawn()), escalated], early)).toBe(text);
    const again = [entry(drawn()), read, entry({ kind: 'withdrawn' }), entry({ kind: 'submitted', promisedBy: DUE })];
    expect(stateText(open, again, early)).toMatch(/^Waiting for a reviewer\./);
    const single = entry({ kind: 'read' }, drawnOne);
    expect(stateText(open, [entry(drawn()), single], early)).toMatch(/^A reviewer has it\./);
  });

  it('is not shown without an open review', () => {
    expect(stateText({ underReview: false, reviewDueOn: DUE }, [entry(drawn())], early)).toBeNull();
    expect(stateText({ underReview: true, reviewDueOn: null }, [entry(drawn())], early)).toBeNull();
    expect(stateText(open, [entry(judged('curated'), other)], early)).toBeNull();
  });
});

describe('the result of a check', () => {
  const isRight = 'This draw is right: its record is unchanged, its seed is the one whose hash was published, ';

  it('is a sentence in plain words', () => {
    expect(checkText({ kind: 'right', draw: { ...draw, skipped: 0 } })).toBe(
      `${isRight}and the seed puts 3F9A0C12BB in place 1 of 12.`,
    );
    expect(checkText({ kind: 'right', draw: { ...draw, skipped: 1 } })).toBe(
      `${isRight}and the seed puts 3F9A0C12BB in place 2 of 12. Why the name before it could not be drawn is not checked.`,
    );
    expect(checkText({ kind: 'right', draw })).toBe(
      `${isRight}and the seed puts 3F9A0C12BB in place 3 of 12. Why the 2 names before it could not be drawn is not checked.`,
    );
    expect(checkText({ kind: 'unrevealed', day: '2026-12-01' })).toMatch(
      /^The seed of this day is revealed after .*2026.* \(UTC\)\. Come back then\./,
    );
    expect(checkText({ kind: 'wrong', problem: 'Entry 2 is missing.' })).toBe(
      'This draw does not match. Entry 2 is missing. Download the record, keep it, and write to us.',
    );
    expect(checkText({ kind: 'insecure' })).toMatch(/only on pages with https/);
  });
});
