import {
  type PlanEvent,
  isInForce,
  nextSubscriptionState,
} from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { basePlan } from '../../../accounts/plans/plan-limits.ts';
import { cancelLater } from './cancel-later.ts';
import { mailFailedPayment } from './mail-failed-payment.ts';
import { type PlanSubscription, findOpen, setPlan, setSubscriptionState } from './subscriptions.queries.ts';

/** An event of one subscription, and the subscription that replaces it, if any. */
interface Change {
  subscription: PlanSubscription;
  event: PlanEvent;
  replacedBy?: string;
}

/**
 * Writes the next states of an account’s subscriptions, and gives the account the limits of the plan that is then in
 * force. A plan that an administrator assigned is kept until a paid plan begins or ends. The caller has locked the
 * account.
 */
export async function changePlans(app: App, tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  const before = changes.map(({ subscription }) => subscription);
  // Write ended subscriptions first, because only one may be in force at a time.
  const after = changes
    .map(({ subscription, event, replacedBy }) => ({
      event,
      subscription: { ...subscription, ...nextSubscriptionState(subscription, event, app.env.PAYMENT_GRACE_DAYS) },
      replacedBy,
    }))
    .toSorted((one, other) => Number(isInForce(one.subscription)) - Number(isInForce(other.subscription)));
  for (const { subscription, replacedBy } of after)
    await setSubscriptionState(tx, subscription.id, subscription, replacedBy);
  for (const { subscription, event } of after) {
    const old = before.find(({ id }) => id === subscription.id);
    if (old === undefined) continue;
    await mailFailedPayment(app, tx, old, subscription);
    if (old.firstPaymentFailed && event.type !== 'reported') await cancelUnlessOpen(app, tx, subscription);
  }
  const inForce = after.find(({ subscription }) => isInForce(subscription))?.subscription;
  const had = before.find((subscription) => isInForce(subscription));
  if (inForce?.id !== had?.id) await setPlan(tx, userId, inForce?.plan ?? basePlan(app.env).type);
}

/** Discards plans that wait for approval. If the payer approves one later, it still begins. */
export async function discardPending(
  app: App,
  tx: Tx,
  userId: string,
  pending: readonly PlanSubscription[],
): Promise<void> {
  const event = { type: 'discarded', at: Date.now() } as const;
  await changePlans(
    app,
    tx,
    userId,
    pending.map((subscription) => ({ subscription, event })),
  );
}

/**
 * The provider repeats a failed first payment, so the subscription is cancelled there, unless an open plan has the same
 * ID at the provider: a change of plan keeps the ID of the plan that it replaces.
 */
async function cancelUnlessOpen(app: App, tx: Tx, { userId, ref }: PlanSubscription): Promise<void> {
  const open = await findOpen(tx, userId);
  if (!open.some((one) => one.ref === ref)) await cancelLater(app, tx, ref);
}
