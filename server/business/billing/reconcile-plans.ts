import { nextSubscriptionState } from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { shouldContinue } from '../../platform/jobs/loop.ts';
import { applyPaymentEvent } from './webhook/apply-payment-event.ts';
import { refreshSubscription } from './subscriptions/refresh-subscription.ts';
import { changePlans } from './subscriptions/change-plans.ts';
import { cancelLater } from './subscriptions/cancel-later.ts';
import { claimCancellations } from './subscriptions/pending-cancellations.queries.ts';
import { storeMissedPayments } from './receipts/missed-payments.ts';
import { listOverdueEvents } from './receipts/payment-events.queries.ts';
import { scheduleRecheck, listConcerned, ownerOf, claimUnchecked } from './subscriptions/subscriptions.queries.ts';
import { endAtProvider } from './subscriptions/end-at-provider.ts';
import { lockOwner } from '../../accounts/plans/plan-owner.queries.ts';

/**
 * Seconds after the last report until the state is requested from the provider: sooner for pending and owing plans,
 * daily for active plans.
 */
const UNCHECKED = { active: 24 * 3600, others: 1800 };
/** Seconds after which the queue has used up the retries of an event. */
const FORGOTTEN = 2 * 3600;
/** Seconds after which a failed cancellation at the provider is tried again. */
const UNENDED = 3600;
/** Maximum number of items of each kind per round. */
const AT_ONCE = 50;

/**
 * One round: applies events that failed in the queue, retries cancellations at the provider, then checks subscriptions
 * that weren't checked for long, and their payments. Choices that wait too long for approval, and plans that owe beyond
 * their grace period, end here even if payments can't be listed. Each item is handled separately: a failed one is tried
 * again in a later round, and doesn't delay the others.
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
  for (const ref of await claimUnchecked(app.db, { seconds: UNCHECKED, limit: AT_ONCE })) {
    const isDone =
      shouldContinue(stop) &&
      (await alone(app, { ref }, async () => {
        await refreshSubscription(app, ref);
        await endExpiredPlans(app, ref);
        await storeMissedPayments(app, ref);
      }));
    if (!isDone) await scheduleRecheck(app.db, ref, UNCHECKED);
  }
}

/** Runs one step of a round; logs a failure and returns false. */
async function alone(app: App, what: object, run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    app.log.error({ err: error, ...what }, 'a plan could not be reconciled');
    return false;
  }
}

/** Call it directly after the state was requested from the provider, so that a payment at the last moment counts. */
async function endExpiredPlans(app: App, ref: string): Promise<void> {
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
