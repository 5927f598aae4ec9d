import { type PlanEvent, isInForce, nextSubscriptionState } from '@scoville/contract/subscription-state.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { cancelLater } from './cancel-at-provider.ts';
import { mailFailedPayment } from './mail-plans.ts';
import type { Report } from './paypal-replies.ts';
import { basePlan } from './plan-named.ts';
import {
  type PlanSubscription,
  insertPlanSubscription,
  listConcerned,
  lockOwner,
  noteReport,
  ownerOf,
  setPlan,
  setSubscriptionState,
} from './plan-subscriptions.queries.ts';

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
      subscription: { ...subscription, ...nextSubscriptionState(subscription, event, app.env.PAYMENT_GRACE_DAYS) },
      replacedBy,
    }))
    .toSorted((one, other) => Number(isInForce(one.subscription)) - Number(isInForce(other.subscription)));
  for (const { subscription, replacedBy } of after)
    await setSubscriptionState(tx, subscription.id, subscription, replacedBy);
  for (const { subscription } of after) {
    const old = before.find(({ id }) => id === subscription.id);
    if (old !== undefined) await mailFailedPayment(app, tx, old, subscription);
  }
  const inForce = after.find(({ subscription }) => isInForce(subscription))?.subscription;
  const had = before.find((subscription) => isInForce(subscription));
  if (inForce?.id !== had?.id) await setPlan(tx, userId, inForce?.plan ?? basePlan(app.env).type);
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
  const isAlive = report.status === 'paid' || report.status === 'past-due';
  if (!isAlive) {
    const ended = report.status === 'waiting' ? [] : ofRef;
    const changes = ended.map((subscription) => ({ subscription, event: reported }));
    await changePlans(app, tx, userId, changes);
  } else if (hasEnded(ofRef)) await cancelLater(app, tx, report.ref);
  else {
    const subscription = await chargedFor(app, tx, ofRef, report);
    if (subscription !== null) await makeCurrent(app, tx, { userId, concerned, subscription, reported });
  }
  await noteReport(tx, report, asked);
}

/** What was paid for and ended here was to end at the provider, too. */
const hasEnded = (ofRef: readonly PlanSubscription[]): boolean =>
  !ofRef.some((one) => isInForce(one)) && ofRef.some(({ activatedAt }) => activatedAt !== null);

/** Which of the plans under one name at the provider is the one that it charges for. */
async function chargedFor(
  { env }: App,
  tx: Tx,
  ofRef: readonly PlanSubscription[],
  { planId }: Report,
): Promise<PlanSubscription | null> {
  const known = ofRef.find((one) => isInForce(one)) ?? ofRef[0];
  const plan = env.PLANS.find((one) => planId !== null && one.planId === planId)?.type;
  // A plan that the configuration does not know any more goes on under the name that it had.
  if (known === undefined || plan === undefined || (isInForce(known) && plan === known.plan)) return known ?? null;
  const chosen = ofRef.find((one) => one.activatedAt === null && one.plan === plan);
  if (chosen !== undefined) return chosen;
  // Revised at the provider's own pages, or by an approval that was given up here.
  const row = { id: newId(), userId: known.userId, plan, ref: known.ref, approveUrl: null };
  await insertPlanSubscription(tx, row);
  return { ...known, ...row, status: 'pending', since: Date.now(), activatedAt: null, graceUntil: null };
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
  await changePlans(app, tx, userId, [
    { subscription, event: reported },
    ...replaced.map((one) => ({ subscription: one, event, replacedBy: subscription.id })),
  ]);
}
