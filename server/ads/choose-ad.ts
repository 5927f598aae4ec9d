import { type AdGoal, keepPace, paceOf, stateOfGoal } from '@scoville/contract/ad-goals.ts';
import { SHOWINGS_A_DAY } from '@scoville/contract/ads.ts';

/** An ad with what is known of it for one listener. */
export interface Candidate {
  id: string;
  goal: AdGoal;
  /** Showings that are under way and not counted yet: an impression is kept for each. */
  pending: number;
  /** How often this listener was shown it within 24 hours. */
  shownToday: number;
  /** Is there room today for another showing of it in the network of this listener? */
  hasRoom: boolean;
}

/**
 * The ad that a listener is shown next: pure. Ads take turns in their order, whoever is not due is passed over: a goal
 * that does not run, has an impression left for those alone who see it now, or is ahead of its pace, and what this
 * listener, or the network, has seen often enough.
 * @param inOrder all ads
 * @param last the one that was shown before, null for none
 */
export function chooseAd<One extends Candidate>(inOrder: readonly One[], last: string | null, at: Date): One | null {
  const turn = inOrder.findIndex(({ id }) => id === last) + 1;
  return [...inOrder.slice(turn), ...inOrder.slice(0, turn)].find((one) => isDue(one, at)) ?? null;
}

export function isDue({ goal, pending, shownToday, hasRoom }: Candidate, at: Date): boolean {
  const taken = goal.impressions + pending;
  return (
    hasRoom &&
    shownToday < SHOWINGS_A_DAY &&
    stateOfGoal(goal, at) === 'running' &&
    taken < paceOf(keepPace(goal, taken, at), at)
  );
}
