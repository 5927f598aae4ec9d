import { type Absence, NOT_IN_ORDER, OVERLAPS, overlapIn } from '@scoville/contract/review/choices/absences.ts';
import type { ConflictReason } from '@scoville/contract/review/choices/choices.ts';
import { calendarDay, pluralize } from '../../platform/lib/format.ts';
import type { OwnChoices } from './choices.calls.ts';

export const REASONS: Record<ConflictReason, string> = {
  band: 'A band together',
  label: 'The same label',
  household: 'The same household or family',
  other: 'Another reason',
};

/** The days of an absence: "24 Dec 2026 – 31 Dec 2026", or one day. */
export const absenceText = ({ firstDay, lastDay }: Absence): string =>
  firstDay === lastDay ? calendarDay(firstDay) : `${calendarDay(firstDay)} – ${calendarDay(lastDay)}`;

/** Why an absence can't be added to the others; null if it can. */
export function absenceProblem(added: Absence, others: readonly Absence[], today: string): string | null {
  if (added.firstDay === '' || added.lastDay === '') return 'Enter the first and the last day.';
  if (added.lastDay < added.firstDay) return NOT_IN_ORDER;
  if (added.lastDay < today) return 'This absence is over already.';
  return overlapIn([...others, added]) === null ? null : OVERLAPS;
}

/** The number of open reviews, and the limit if there is one. */
export const loadText = ({ open, most }: OwnChoices['load']): string =>
  most === null ? String(open) : `${open} of at most ${most}`;

export const shareText = (share: number | null): string => (share === null ? '–' : `${Math.round(share * 100)}%`);

type Situation = Pick<OwnChoices, 'paused' | 'absences' | 'isCertified' | 'load' | 'today'>;

const absenceOn = ({ absences, today }: Situation): Absence | undefined =>
  absences.find(({ firstDay, lastDay }) => firstDay <= today && today <= lastDay);

/** Whether the reviewer gets reviews now, and why not. */
export function situationText(situation: Situation): string {
  const { paused, absences, isCertified, load, today } = situation;
  if (!isCertified)
    return 'You are not certified, so reviews are drawn for you only if no reviewer may judge a submission. Then your conflicts count, but pauses, absences and excluded genres do not.';
  if (paused) return 'You paused: no reviews are drawn for you.';
  const now = absenceOn(situation);
  if (now !== undefined) return `You are absent until ${calendarDay(now.lastDay)} (UTC): no reviews are drawn for you.`;
  const next = absences.find(({ firstDay }) => firstDay > today);
  const later = next === undefined ? '' : ` Your next absence begins on ${calendarDay(next.firstDay)} (UTC).`;
  const isFull = load.most !== null && load.open >= load.most;
  return `${isFull ? 'You have your limit of open reviews, so no others are drawn for you now.' : 'Reviews are drawn for you.'}${later}`;
}

/** A notice about the open reviews of a reviewer who pauses or is absent; null if there are none. */
export function keptText(situation: Situation): string | null {
  const { paused, load } = situation;
  if (load.open === 0 || (!paused && absenceOn(situation) === undefined)) return null;
  return `You have ${pluralize(load.open, 'open review', 'open reviews')}. ${load.open === 1 ? 'It stays' : 'They stay'} with you unless you hand ${load.open === 1 ? 'it' : 'them'} over in the queue.`;
}
