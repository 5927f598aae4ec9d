import {
  type PlanEvent,
  isInForce,
  isOpen,
  nextSubscriptionState,
} from '@scoville/contract/business/billing/subscription-state.ts';
import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { newId } from '../../../platform/ids.ts';
import { lockOwner } from '../../../accounts/plans/plan-owner.queries.ts';
import { storeMissedPaymentsJob } from '../billing.jobs.ts';
import type { Report } from '../provider/paypal-replies.ts';
import { cancelLater } from './cancel-later.ts';
import { changePlans, discardPending } from './change-plans.ts';
import { isCancellationPending } from './pending-cancellations.queries.ts';
import {
  type PlanSubscription,
  insertPlanSubscription,
  listConcerned,
  ownerOf,
  recordReport,
} from './subscriptions.queries.ts';

/** Seconds after a subscription’s end by which the provider has listed its payments and sent their events. */
const LISTED_BY = 3600;

/**
 * Applies the provider’s report on one subscription to the plans of its account. Reports may arrive late, twice and in
 * any order, so an older report than the last applied one is ignored.
 *
 * @param requestNumber the number of the request that the report answers
 */
export async function applyReport(app: App, tx: Tx, report: Report, requestNumber: number): Promise<void> {
  const userId = await ownerOf(tx, report.ref);
  if (userId === null || !(await lockOwner(tx, userId))) return;
  const concerned = await listConcerned(tx, userId, report.ref);
  const ofRef = concerned.filter(({ ref }) => ref === report.ref);
  if (ofRef.some((one) => one.requestNumber >= requestNumber)) return;
  const at = Date.now();
  const reported: PlanEvent = { type: 'reported', status: report.status, at };
  const isAlive = report.status === 'paid' || report.status === 'past-due' || report.status === 'unpaid';
  if (!isAlive) {
    const ended = report.status === 'waiting' ? [] : ofRef;
    const changes = ended.map((subscription) => ({ subscription, event: reported }));
    await changePlans(app, tx, userId, changes);
    // An ended subscription isn’t checked again, so its last payments are looked up once.
    if (ended.some(({ activatedAt }) => activatedAt !== null))
      await app.queue.enqueue(tx, storeMissedPaymentsJob, { ref: report.ref }, { startAfter: LISTED_BY });
  } else if (
    hasEnded(ofRef) ||
    (report.status === 'unpaid' && !ofRef.some((one) => isOpen(one))) ||
    (await isCancellationPending(tx, report.ref))
  )
    await cancelLater(app, tx, report.ref);
  else {
    const subscription = await chargedFor(app, tx, concerned, report);
    if (subscription !== null) await makeCurrent(app, tx, { userId, concerned, subscription, reported });
  }
  await recordReport(tx, report, requestNumber);
}

/** True if all plans with this ID ended here and one of them was paid for, so the provider must end it, too. */
const hasEnded = (ofRef: readonly PlanSubscription[]): boolean =>
  !ofRef.some((one) => isInForce(one)) && ofRef.some(({ activatedAt }) => activatedAt !== null);

/** The plan that the provider charges for, among the plans that have the same subscription id at the provider. */
async function chargedFor(
  app: App,
  tx: Tx,
  concerned: readonly PlanSubscription[],
  { ref, planId }: Report,
): Promise<PlanSubscription | null> {
  const ofRef = concerned.filter((one) => one.ref === ref);
  const known = ofRef.find((one) => isInForce(one)) ?? ofRef[0];
  const plan = app.env.PLANS.find((one) => planId !== null && one.planId === planId)?.type;
  // A plan that was removed from the configuration continues under its old type.
  if (known === undefined || plan === undefined || (isInForce(known) && plan === known.plan)) return known ?? null;
  const chosen = ofRef.find((one) => one.activatedAt === null && one.plan === plan);
  if (chosen !== undefined) return chosen;
  // The payer revised the subscription on the provider’s own pages, or approved a change that was discarded here.
  const row = { id: newId(), userId: known.userId, plan, ref: known.ref, approveUrl: null };
  // Only one plan may be pending, and the new row is pending until its report is applied.
  await discardPending(
    app,
    tx,
    known.userId,
    concerned.filter(({ status }) => status === 'pending'),
  );
  await insertPlanSubscription(tx, row);
  return {
    ...known,
    ...row,
    status: 'pending',
    since: Date.now(),
    activatedAt: null,
    graceUntil: null,
    firstPaymentFailed: false,
  };
}

interface Beginning {
  userId: string;
  concerned: readonly PlanSubscription[];
  subscription: PlanSubscription;
  reported: PlanEvent;
}

/** Puts a plan in force instead of any other, and cancels subscriptions of the others at the provider. */
async function makeCurrent(app: App, tx: Tx, { userId, concerned, subscription, reported }: Beginning): Promise<void> {
  const begins = isInForce(nextSubscriptionState(subscription, reported, 0)) && !isInForce(subscription);
  const replaced = begins ? concerned.filter((one) => one.id !== subscription.id && isInForce(one)) : [];
  for (const { ref } of replaced) if (ref !== subscription.ref) await cancelLater(app, tx, ref);
  const event = { type: 'replaced', at: reported.at } as const;
  // A change of plan during the grace period doesn’t extend it.
  const graceUntil = replaced.find(({ ref }) => ref === subscription.ref)?.graceUntil ?? subscription.graceUntil;
  await changePlans(app, tx, userId, [
    { subscription: { ...subscription, graceUntil }, event: reported },
    ...replaced.map((one) => ({ subscription: one, event, replacedBy: subscription.id })),
  ]);
}
