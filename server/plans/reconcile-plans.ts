import { nextPlanLife } from '@scoville/contract/plan-life.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { shouldContinue } from '../jobs/loop.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { askProvider } from './ask-provider.ts';
import { changePlans } from './change-plans.ts';
import { listForgotten } from './payment-events.queries.ts';
import { listConcerned, lockOwner, ownerOf, takeUnchecked } from './plan-subscriptions.queries.ts';
import { endAtProviderJob } from './plans.jobs.ts';

/** Seconds without news after which the provider is asked: what waits or owes soon, what is in order once a day. */
const UNCHECKED = { active: 24 * 3600, others: 1800 };
/** By then the queue has given up on an event (seconds). */
const FORGOTTEN = 2 * 3600;
/** Subscriptions of one round. */
const AT_ONCE = 50;

/**
 * One round: events that nobody could apply, then subscriptions that were not asked about for long. What waits too long for
 * its approval, or owes for longer than its days of grace, ends here.
 */
export async function reconcilePlans(app: App, stop?: AbortSignal): Promise<void> {
  for (const id of await listForgotten(app.db, FORGOTTEN, AT_ONCE)) {
    if (!shouldContinue(stop)) return;
    await applyPaymentEvent(app, id);
  }
  for (const ref of await takeUnchecked(app.db, { seconds: UNCHECKED, limit: AT_ONCE })) {
    if (!shouldContinue(stop)) return;
    await askProvider(app, ref);
    await endWhatIsOver(app, ref);
  }
}

/** The provider was asked just before: a payment that came at the last moment counts. */
async function endWhatIsOver(app: App, ref: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    if (userId === null || !(await lockOwner(tx, userId))) return;
    const event = { type: 'time-passed', at: Date.now() } as const;
    const ofRef = (await listConcerned(tx, userId, ref)).filter((one) => one.ref === ref);
    const over = ofRef.filter((one) => nextPlanLife(one, event, 0).status !== one.status);
    await changePlans(
      app,
      tx,
      userId,
      over.map((subscription) => ({ subscription, event })),
    );
    if (over.some(({ status }) => status === 'past-due')) await app.queue.enqueue(tx, endAtProviderJob, { ref });
  });
}
