import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { type Scores, average } from '@scoville/contract/catalogue/media/scores.ts';
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
  lapsed: 'reviewers who did not come in time for another review',
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
  priority: ' Others are asked early for the musician’s next submission.',
  none: '',
};

const SECOND = {
  border: 'The score is near the border of a band, so another reviewer, who knows nothing of this, scores it as well.',
  random: 'It was chosen by lot for a second reading: another reviewer, who knows nothing of this, scores it as well.',
};

/** The last entry that says who has the review; the others don't change that. */
const lastHolder = (entries: readonly TrailEntry[]): TrailEntry | undefined =>
  entries.findLast(({ fact }) => !KEEPS_HOLDER.includes(fact.kind));

/** What leaves a review with its reviewer. A draw follows a review that was handed over. */
const KEEPS_HOLDER: readonly string[] = ['escalated', 'late', 'read', 'handed-over'];

/** What happened, in a sentence or two. */
export function entryText(entries: readonly TrailEntry[], index: number): string {
  const { by, fact } = entries[index]!;
  switch (fact.kind) {
    case 'submitted':
      return `Submitted${byAdministrator(by)}. A verdict is promised by ${momentText(fact.promisedBy)}${fact.priority ? '. Others are asked early for it, because an earlier verdict was late' : ''}.`;
    case 'drawn':
      return `${drawnText(fact.draw)} The verdict is due by ${momentText(fact.dueBy)}.`;
    case 'unassigned':
      return `No reviewer is free for now. One is drawn as soon as possible.${fact.promisedBy === undefined ? '' : ` The verdict is promised by ${momentText(fact.promisedBy)}.`}`;
    case 'escalated':
      return `The verdict may be late soon, so ${ASKED[fact.to]}.`;
    case 'late':
      return `The verdict is late.${GIVEN[fact.compensation]}`;
    case 'handed-over':
      return `Handed over${byJudge(by, drawBefore(entries, index))} to another reviewer.`;
    case 'read':
      return `Scored${byReader(entries, index)}.${fact.second === undefined ? '' : ` ${SECOND[fact.second]} The verdict follows from both.`}`;
    case 'judged': {
      const outcome = fact.outcome === 'curated' ? 'Approved' : 'Rejected';
      if (fact.settled)
        return `${outcome} after one reading. No second one came in time, and the promised time is nearly over.`;
      if (fact.readings !== undefined) return `${outcome}. The score is the mean of ${fact.readings} readings.`;
      return `${outcome}${byReader(entries, index)}.`;
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

/** Who gave scores, and whether somebody else was drawn. */
function byReader(entries: readonly TrailEntry[], index: number): string {
  const { by } = entries[index]!;
  const drawn = drawBefore(entries, index);
  const isOther = drawn !== null && drawn.reviewer !== deskName(by);
  return `${byJudge(by, drawn)}${isOther ? ' instead of the drawn one' : ''}`;
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
  if (fact.kind === 'handed-over')
    return secret === null ? [] : [`Reason: ${(JSON.parse(secret) as { reason: string }).reason}`];
  if (!('outcome' in fact || fact.kind === 'read') || secret === null) return [];
  const { scores, given } = JSON.parse(secret) as { scores: Scores | null; given?: Scores[] };
  if (scores === null) return [];
  return [
    `Storytelling ${scores.storytelling}, execution ${scores.execution}, thumbnail art ${scores.thumbnailArt}.`,
    ...(given === undefined ? [] : [correctionText(scores, given)]).filter((text) => text !== null),
  ];
}

/** Why the published score is not the mean of the given ones; null if it is. */
function correctionText(scores: Scores, given: readonly Scores[]): string | null {
  const mean = given.reduce((sum, one) => sum + average(one), 0) / given.length;
  const points = Math.round((average(scores) - mean) * 10) / 10;
  // The published sum is rounded, which alone can change the mean by a sixth of a point.
  if (Math.abs(points) < 0.2) return null;
  const who = given.length === 1 ? 'This reviewer scores' : 'These reviewers score';
  const [how, changed] = points > 0 ? ['lower', 'raised'] : ['higher', 'lowered'];
  return `${who} ${how} than others, so the score was ${changed} by ${pluralize(Math.abs(points), 'point', 'points')}.`;
}

/** Who has the open review, when the verdict is due, and what happens if it is late; null without an open review. */
export function stateText(
  { underReview, reviewDueOn }: Pick<Media, 'underReview' | 'reviewDueOn'>,
  entries: readonly TrailEntry[],
  now: number,
): string | null {
  const fact = lastHolder(entries)?.fact;
  if (fact === undefined || !underReview || reviewDueOn === null) return null;
  const isLate = Date.parse(reviewDueOn) < now;
  const due = `The verdict ${isLate ? 'was' : 'is'} due by ${momentText(reviewDueOn)}`;
  if (isSecondReading(entries))
    return `Second reading: one reviewer has scored it, and another one has it. ${due}. If no second score comes in time, the first one is the verdict.`;
  if (fact.kind === 'submitted' || fact.kind === 'unassigned')
    return `Waiting for a reviewer. ${due}. One is drawn as soon as one is free, for those who wait longest first.`;
  if (fact.kind !== 'drawn') return null;
  const holder = fact.draw.pool.kind === 'reviewers' ? 'A reviewer has it.' : 'An administrator has it.';
  return isLate
    ? `${holder} ${due}, so another reviewer is drawn.`
    : `${holder} ${due}. If it is late, another reviewer is drawn.`;
}

/** What happens between the first reading and the verdict. */
const BETWEEN: readonly string[] = ['drawn', 'unassigned', 'escalated', 'handed-over', 'late'];

const isSecondReading = (entries: readonly TrailEntry[]): boolean => {
  const fact = entries.findLast((entry) => !BETWEEN.includes(entry.fact.kind))?.fact;
  return fact?.kind === 'read' && fact.second !== undefined;
};

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
