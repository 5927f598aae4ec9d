import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { Scores } from '@scoville/contract/catalogue/media/scores.ts';
import type { Draw, TrailActor, TrailEntry } from '@scoville/contract/review/trail/trail.ts';
import { calendarDay, momentText, pluralize } from '../../platform/lib/format.ts';
import type { DrawCheck } from './check-draw.ts';

/** What the rules of a draw are about, by their names in the record. */
const RULES: Record<string, string> = {
  recent: 'recent submissions of this musician',
  excluded: 'excluded genres and moods',
  before: 'earlier reviewers of this submission',
  conflict: 'conflicts of interest',
  busy: 'too many open reviews',
  absent: 'pauses and absences',
  owner: 'the musician',
  left: 'accounts that no longer review',
};

const ASKED = {
  'second-reviewer': 'a second reviewer is asked',
  'all-reviewers': 'all reviewers who may judge this are asked',
  administrators: 'the administrators are asked',
};

const GIVEN = {
  upload: ' The musician has one upload on top of the plan for it.',
  priority: ' The musician’s next submission is reviewed in half the time for it.',
  none: '',
};

/** The last entry that says who has the review; the others don't change that. */
export const lastHolder = (entries: readonly TrailEntry[]): TrailEntry | undefined =>
  entries.findLast(({ fact }) => fact.kind !== 'escalated' && fact.kind !== 'late');

/** What happened, in a sentence or two. */
export function entryText(entries: readonly TrailEntry[], index: number): string {
  const { by, fact } = entries[index]!;
  switch (fact.kind) {
    case 'submitted':
      return `Submitted${byAdministrator(by)}. A verdict is promised by ${momentText(fact.promisedBy)}${fact.priority ? ', in half the time, because an earlier one was late' : ''}.`;
    case 'drawn':
      return `${drawnText(fact.draw)} The verdict is due by ${momentText(fact.dueBy)}.`;
    case 'unassigned':
      return `No reviewer is free for now. One is drawn as soon as possible.${fact.promisedBy === undefined ? '' : ` The verdict is promised by ${momentText(fact.promisedBy)}.`}`;
    case 'escalated':
      return `The verdict may be late soon, so ${ASKED[fact.to]}.`;
    case 'late':
      return `The verdict is late.${GIVEN[fact.compensation]}`;
    case 'judged': {
      const drawn = drawBefore(entries, index);
      const isOther = drawn !== null && drawn.reviewer !== deskName(by);
      return `${fact.outcome === 'curated' ? 'Approved' : 'Rejected'}${byJudge(by, drawn)}${isOther ? ' instead of the drawn one' : ''}.`;
    }
    case 'changed':
      return `The verdict was changed${byJudge(by, null)}. It is now: ${fact.outcome === 'curated' ? 'approved' : 'rejected'}.`;
    case 'withdrawn':
      return `Withdrawn${byAdministrator(by)}.`;
    case 'reopened':
      return `Reopened${byAdministrator(by)}. The verdict before no longer counts.`;
  }
}

function drawnText({ reviewer, pool: { kind, size } }: Draw): string {
  return kind === 'reviewers'
    ? `Reviewer ${reviewer} was drawn from ${pluralize(size, 'reviewer', 'reviewers')}.`
    : `Administrator ${reviewer} was drawn from ${pluralize(size, 'administrator', 'administrators')}, because no reviewer may judge this.`;
}

const deskName = (by: TrailActor): string | null => (typeof by === 'string' ? null : by.desk);

/** The owner and administrators alone submit and withdraw; what the owner did needs no name. */
const byAdministrator = (by: TrailActor): string => (deskName(by) === null ? '' : ' by an administrator');

function byJudge(by: TrailActor, drawn: Draw | null): string {
  const name = deskName(by);
  if (name === null) return '';
  const isAdministrator = drawn?.pool.kind === 'administrators' && drawn.reviewer === name;
  return ` by ${isAdministrator ? 'Administrator' : 'Reviewer'} ${name}`;
}

/** The draw that was in force before an entry; null if the review had no reviewer. */
function drawBefore(entries: readonly TrailEntry[], index: number): Draw | null {
  const fact = lastHolder(entries.slice(0, index))?.fact;
  return fact?.kind === 'drawn' ? fact.draw : null;
}

/** Rules that were set aside, whom the draw passed over, and scores, as far as this viewer may see them. */
export function entryDetails({ fact, secret }: TrailEntry): string[] {
  if (fact.kind === 'drawn') {
    const { skipped } = (secret === null ? {} : JSON.parse(secret)) as { skipped?: Record<string, number> };
    const rules = fact.draw.waived.map((rule) => RULES[rule] ?? rule);
    const reasons = Object.entries(skipped ?? {}).map(([rule, count]) => `${RULES[rule] ?? rule} (${count})`);
    return [
      ...(rules.length > 0 ? [`Rules set aside, because nobody else was left: ${rules.join(', ')}.`] : []),
      ...(reasons.length > 0 ? [`Passed over: ${reasons.join(', ')}.`] : []),
    ];
  }
  if (!('outcome' in fact) || secret === null) return [];
  const { scores } = JSON.parse(secret) as { scores: Scores | null };
  return scores === null
    ? []
    : [`Storytelling ${scores.storytelling}, execution ${scores.execution}, thumbnail art ${scores.thumbnailArt}.`];
}

/** Who has the open review, when the verdict is due, and what happens if it is late; null without an open review. */
export function stateText(
  { underReview, reviewDueOn }: Pick<Media, 'underReview' | 'reviewDueOn'>,
  last: TrailEntry,
  now: number,
): string | null {
  const { fact } = last;
  if (!underReview || reviewDueOn === null) return null;
  const isLate = Date.parse(reviewDueOn) < now;
  const due = `The verdict ${isLate ? 'was' : 'is'} due by ${momentText(reviewDueOn)}`;
  if (fact.kind === 'submitted' || fact.kind === 'unassigned')
    return `Waiting for a reviewer. ${due}. One is drawn as soon as one is free, for those who wait longest first.`;
  if (fact.kind !== 'drawn') return null;
  const holder = fact.draw.pool.kind === 'reviewers' ? 'A reviewer has it.' : 'An administrator has it.';
  return isLate
    ? `${holder} ${due}, so another reviewer is drawn.`
    : `${holder} ${due}. If it is late, another reviewer is drawn.`;
}

export function checkText(check: DrawCheck): string {
  switch (check.kind) {
    case 'right': {
      const { reviewer, skipped, pool } = check.draw;
      const place = `place ${skipped + 1} of ${pool.size}`;
      return [
        `This draw is right: its record is unchanged, its seed is the one whose hash was published, and the seed puts ${reviewer} in ${place}.`,
        ...(skipped === 0
          ? []
          : [
              `Why ${skipped === 1 ? 'the name' : `the ${skipped} names`} before it could not be drawn is not checked.`,
            ]),
      ].join(' ');
    }
    case 'unrevealed':
      return `The seed of this day is revealed after ${calendarDay(check.day)} (UTC). Come back then. Nothing in the record of this draw was changed.`;
    case 'wrong':
      return `This draw does not match. ${check.problem} Download the record, keep it, and write to us.`;
    case 'insecure':
      return 'A browser can check draws only on pages with https. Download the record instead: it has all that the check needs.';
  }
}
