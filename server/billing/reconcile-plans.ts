import { nextSubscriptionState } from '@scoville/contract/subscription-state.ts';
import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { shouldContinue } from '../jobs/loop.ts';
import { applyPaymentEvent } from './webhook/apply-payment-event.ts';
import { refreshSubscription } from './subscriptions/refresh-subscription.ts';
import { changePlans } from './subscriptions/change-plans.ts';
import { cancelLater } from './subscriptions/cancel-later.ts';
import { claimCancellations } from './subscriptions/pending-cancellations.queries.ts';
import { keepMissedPayments } from './receipts/missed-payments.ts';
import { listOverdueEvents } from './receipts/payment-events.queries.ts';
import { askAgain, listConcerned, ownerOf, takeUnchecked } from './subscriptions/subscriptions.queries.ts';
import { endAtProvider } from './subscriptions/end-at-provider.ts';
import { lockOwner } from '../plans/plan-owner.queries.ts';

/** Seconds without news after which the provider is asked: what waits or owes soon, what is in order once a day. */
const UNCHECKED = { active: 24 * 3600, others: 1800 };
/** By then the queue has given up on an event (seconds). */
const FORGOTTEN = 2 * 3600;
/** Seconds after which what did not end at the provider is tried again. */
const UNENDED = 3600;
/** Items of each kind in one round. */
const AT_ONCE = 50;

/**
 * One round: events that nobody could apply, subscriptions that did not end at the provider, then those that were not asked
 * about for long, with what was paid for them. What waits too long for its approval, or owes for longer than its days of
 * grace, ends here, whether or not payments can be listed. Each on its own: what fails comes again in a later round, and
 * keeps nothing else waiting.
 */
export async function reconcilePlans(app: App, stop?: AbortSignal): Promise<void> {
  for (const id of await listOverdueEvents(app.db, FORGOTTEN, AT_ONCE)) {
    if (!shouldContinue(stop)) return;
    await alone(app, { event: id }, () => applyPaymentEvent(app, id));
  }
  for (const ref of await claimCancellations(app.db, { seconds: UNENDED, limit: AT_ONCE })) {
    if (!shouldContinue(stop)) return;
    await alone(app, { ref }, () => endAtProvider(app, ref));
  }
  for (const ref of await takeUnchecked(app.db, { seconds: UNCHECKED, limit: AT_ONCE })) {
    const isDone =
      shouldContinue(stop) &&
      (await alone(app, { ref }, async () => {
        await refreshSubscription(app, ref);
        await endWhatIsOver(app, ref);
        await keepMissedPayments(app, ref);
      }));
    if (!isDone) await askAgain(app.db, ref, UNCHECKED);
  }
}

/** Does one thing of a round; false where it failed, which is told in the log. */
async function alone(app: App, what: object, run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    app.log.error({ err: error, ...what }, 'a plan could not be reconciled');
    return false;
  }
}

/** The provider was asked just before: a payment that came at the last moment counts. */
async function endWhatIsOver(app: App, ref: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const userId = await ownerOf(tx, ref);
    if (userId === null || !(await lockOwner(tx, userId))) return;
    const event = { type: 'time-passed', at: Date.now() } as const;
    const ofRef = (await listConcerned(tx, userId, ref)).filter((one) => one.ref === ref);
    const over = ofRef.filter((one) => nextSubscriptionState(one, event, 0).status !== one.status);
    await changePlans(
      app,
      tx,
      userId,
      over.map((subscription) => ({ subscription, event })),
    );
    if (over.some(({ status }) => status === 'past-due')) await cancelLater(app, tx, ref);
  });
}
