import { type PlanEvent, isInForce, isOpen, nextSubscriptionState } from '@scoville/contract/subscription-state.ts';
import type { App } from '../../app-context.ts';
import type { Tx } from '../../db/connection.ts';
import { newId } from '../../ids.ts';
import { cancelLater } from './cancel-later.ts';
import { mailFailedPayment } from '../receipts/mail-receipt.ts';
import { isToEnd } from './pending-cancellations.queries.ts';
import { keepMissedPaymentsJob } from '../billing.jobs.ts';
import type { Report } from '../provider/paypal-replies.ts';
import { basePlan } from '../../plans/plan-limits.ts';
import {
  type PlanSubscription,
  findOpen,
  insertPlanSubscription,
  listConcerned,
  lockOwner,
  noteReport,
  ownerOf,
  setPlan,
  setSubscriptionState,
} from './subscriptions.queries.ts';

/** Seconds after a subscription's end by which the provider lists what was paid for it, and has told of it. */
const LISTED_BY = 3600;

/** What becomes of one plan, and what takes its place. */
interface Change {
  subscription: PlanSubscription;
  event: PlanEvent;
  replacedBy?: string;
}

/**
 * Writes changes of an account's plans, which is locked, and gives it the limits and perks of what is then in force. An
 * administrator's choice for an account stays as long as nothing that it pays for begins or ends.
 */
export async function changePlans(app: App, tx: Tx, userId: string, changes: readonly Change[]): Promise<void> {
  const before = changes.map(({ subscription }) => subscription);
  // What ends, ends before what begins: one plan at a time is in force.
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
    if (old.firstPaymentFailed && event.type !== 'reported') await endUnlessInForce(app, tx, subscription);
  }
  const inForce = after.find(({ subscription }) => isInForce(subscription))?.subscription;
  const had = before.find((subscription) => isInForce(subscription));
  if (inForce?.id !== had?.id) await setPlan(tx, userId, inForce?.plan ?? basePlan(app.env).type);
}

/** Gives up plans that wait for their approval: one that is approved after all begins all the same. */
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

/** The provider goes on trying to charge for it. A change has its name from the plan that it was to take the place of. */
async function endUnlessInForce(app: App, tx: Tx, { userId, ref }: PlanSubscription): Promise<void> {
  const open = await findOpen(tx, userId);
  if (!open.some((one) => one.ref === ref)) await cancelLater(app, tx, ref);
}

/**
 * Brings an account's plans to what the provider says of one of its subscriptions. Answers may come late, twice and in any
 * order: the latest question's counts.
 *
 * @param asked the number of the question that it answers
 */
export async function applyReport(app: App, tx: Tx, report: Report, asked: number): Promise<void> {
  const userId = await ownerOf(tx, report.ref);
  if (userId === null || !(await lockOwner(tx, userId))) return;
  const concerned = await listConcerned(tx, userId, report.ref);
  const ofRef = concerned.filter(({ ref }) => ref === report.ref);
  if (ofRef.some(({ asOf }) => asOf >= asked)) return;
  const at = Date.now();
  const reported: PlanEvent = { type: 'reported', status: report.status, at };
  const isAlive = report.status === 'paid' || report.status === 'past-due' || report.status === 'unpaid';
  if (!isAlive) {
    const ended = report.status === 'waiting' ? [] : ofRef;
    const changes = ended.map((subscription) => ({ subscription, event: reported }));
    await changePlans(app, tx, userId, changes);
    // What has ended is asked about no more: its last payments are looked for once.
    if (ended.some(({ activatedAt }) => activatedAt !== null))
      await app.queue.enqueue(tx, keepMissedPaymentsJob, { ref: report.ref }, { startAfter: LISTED_BY });
  } else if (
    hasEnded(ofRef) ||
    (report.status === 'unpaid' && !ofRef.some((one) => isOpen(one))) ||
    (await isToEnd(tx, report.ref))
  )
    await cancelLater(app, tx, report.ref);
  else {
    const subscription = await chargedFor(app, tx, concerned, report);
    if (subscription !== null) await makeCurrent(app, tx, { userId, concerned, subscription, reported });
  }
  await noteReport(tx, report, asked);
}

/** What was paid for and ended here was to end at the provider, too, like what was given up before it was paid for. */
const hasEnded = (ofRef: readonly PlanSubscription[]): boolean =>
  !ofRef.some((one) => isInForce(one)) && ofRef.some(({ activatedAt }) => activatedAt !== null);

/** Which of the plans under one name at the provider is the one that it charges for. */
async function chargedFor(
  app: App,
  tx: Tx,
  concerned: readonly PlanSubscription[],
  { ref, planId }: Report,
): Promise<PlanSubscription | null> {
  const ofRef = concerned.filter((one) => one.ref === ref);
  const known = ofRef.find((one) => isInForce(one)) ?? ofRef[0];
  const plan = app.env.PLANS.find((one) => planId !== null && one.planId === planId)?.type;
  // A plan that the configuration does not know any more goes on under the name that it had.
  if (known === undefined || plan === undefined || (isInForce(known) && plan === known.plan)) return known ?? null;
  const chosen = ofRef.find((one) => one.activatedAt === null && one.plan === plan);
  if (chosen !== undefined) return chosen;
  // Revised at the provider's own pages, or by an approval that was given up here.
  const row = { id: newId(), userId: known.userId, plan, ref: known.ref, approveUrl: null };
  // One plan waits at a time, and this one does for a moment.
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

/** The plan is in force from now on, and no other: what another name at the provider stands for is ended there. */
async function makeCurrent(app: App, tx: Tx, { userId, concerned, subscription, reported }: Beginning): Promise<void> {
  const begins = isInForce(nextSubscriptionState(subscription, reported, 0)) && !isInForce(subscription);
  const replaced = begins ? concerned.filter((one) => one.id !== subscription.id && isInForce(one)) : [];
  for (const { ref } of replaced) if (ref !== subscription.ref) await cancelLater(app, tx, ref);
  const event = { type: 'replaced', at: reported.at } as const;
  // Whoever changes plans while they owe has no more days for that.
  const graceUntil = replaced.find(({ ref }) => ref === subscription.ref)?.graceUntil ?? subscription.graceUntil;
  await changePlans(app, tx, userId, [
    { subscription: { ...subscription, graceUntil }, event: reported },
    ...replaced.map((one) => ({ subscription: one, event, replacedBy: subscription.id })),
  ]);
}
