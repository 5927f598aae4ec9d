import { type AdGoalEvent, nextGoal } from '@scoville/contract/business/ads/ad-goals.ts';
import { IMPRESSION_AFTER } from '@scoville/contract/business/ads/ads.ts';
import { type Pool, transaction } from '../../platform/db/connection.ts';
import { lockGoal, writeGoal } from './goals.queries.ts';
import { type ShowingRow, findShowing, goalOfShowing, markShowing } from './showings.queries.ts';
import { lengthOf } from './show-ad.ts';

export interface Reported {
  event: 'impression' | 'clicked' | 'skipped';
  /** The position of a skip in the ad. */
  seconds?: number | undefined;
}

/** Seconds by which clocks and timers may differ. */
const SLACK = 0.5;

/**
 * Counts an event of a showing, each kind once. Returns false if it doesn't count: the showing belongs to another ad or
 * is over, the ad's bytes were not sent for it, too little time has passed for the reported event, it was counted
 * before, or the goal accepts no more.
 */
export async function recordAd(db: Pool, adId: string, showingId: string, reported: Reported): Promise<boolean> {
  const goalId = await goalOfShowing(db, showingId, adId);
  if (goalId === null) return false;
  return transaction(db, async (tx) => {
    const goal = await lockGoal(tx, goalId);
    const showing = await findShowing(tx, showingId);
    if (goal === null || showing === null) return false;
    const event = eventOf(showing, reported);
    const next = event === null ? null : nextGoal(goal, event, new Date());
    if (next === null) return false;
    await writeGoal(tx, goal.id, next);
    await markShowing(tx, showingId, reported.event);
    return true;
  });
}

/** Whether enough bytes of the ad were sent for the seconds that an impression needs. */
function wasSent({ sent_bytes: sent, smallest, length_seconds: length }: ShowingRow): boolean {
  const share = length === null || length <= IMPRESSION_AFTER ? 1 : IMPRESSION_AFTER / length;
  return sent >= Math.max(1, smallest * share);
}

/**
 * The event of a showing, with its seconds limited by the time since the file was first sent; null if the event can't
 * have happened yet or was counted before.
 */
function eventOf(showing: ShowingRow, { event, seconds = 0 }: Reported): AdGoalEvent | null {
  const { age, skip_after: skipAfter } = showing;
  // An ad without sent bytes was not seen.
  if (showing.is_over || age === null || !wasSent(showing)) return null;
  switch (event) {
    case 'impression': {
      const shown = age + SLACK >= Math.min(IMPRESSION_AFTER, lengthOf(showing));
      return showing.is_counted || !shown ? null : { type: 'impression' };
    }
    // An ad that was not seen can't be clicked or skipped.
    case 'clicked':
      return showing.is_clicked || !showing.is_counted ? null : { type: 'clicked' };
    case 'skipped': {
      const mayBe = skipAfter !== null && showing.is_counted && !showing.is_skipped && age + SLACK >= skipAfter;
      return mayBe ? { type: 'skipped', seconds: Math.max(skipAfter, Math.min(seconds, age)) } : null;
    }
  }
}
