import { type AdGoal, adjustPace, paceOf, stateOfGoal } from '@scoville/contract/business/ads/ad-goals.ts';
import { SHOWINGS_A_DAY } from '@scoville/contract/business/ads/ads.ts';

/** An ad with its current state for one listener. */
export interface Candidate {
  id: string;
  goal: AdGoal;
  /** Displays of the ad that have begun and aren't counted yet. An impression is reserved for each. */
  pending: number;
  /** How often this listener was shown the ad within 24 hours. */
  shownToday: number;
  /** Whether another showing of the ad fits into today's maximum for this listener's network. */
  hasRoom: boolean;
}

/**
 * The ad that a listener is shown next (a pure function). Ads take turns in their order. An ad is skipped if its goal
 * isn't running, is ahead of its pace or has all remaining impressions reserved by current showings, or if this
 * listener or the network has seen the ad often enough.
 * @param inOrder all ads
 * @param last the ad that was shown before; null for none
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
    taken < paceOf(adjustPace(goal, taken, at), at)
  );
}
