import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import {
  CANCELLED,
  DISCARDED,
  cancelPlan,
  confirmPlan,
  paidPlan,
  revisePlan,
  subscribe,
} from '@scoville/contract/business/billing/paid-plans.ts';
import { isInForce, isOpen } from '@scoville/contract/business/billing/subscription-state.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import type { App } from '../../../platform/app-context.ts';
import { transaction } from '../../../platform/db/connection.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { route, signedIn } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { refreshSubscription } from '../subscriptions/refresh-subscription.ts';
import { chooseInstead } from './choose-plan.ts';
import { discardChoice } from './discard-choice.ts';
import { readPaidPlan } from './paid-plans.present.ts';
import type { ReturnUrls } from '../provider/paypal.ts';
import { basePlan } from '../../../accounts/plans/plan-limits.ts';
import { findOpen, findOwn } from '../subscriptions/subscriptions.queries.ts';
import { endNow } from '../subscriptions/end-at-provider.ts';
import { needProvider } from '../provider/find-provider.ts';

const HAS_ONE = 'You already have a plan. Change it, or cancel it first.';
const BEGINNING = 'PayPal is confirming your payment for another plan. Change the plan in a moment, once it has begun.';

export const paidPlansRoutes = (app: App) => {
  const { db, env } = app;
  const own = async (userId: string, id: string) => {
    const subscription = await findOwn(db, userId, id);
    if (subscription === null) throw notFound('This subscription');
    return subscription;
  };
  return [
    route(paidPlan, async (call) => readPaidPlan(app, signedIn(call).userId)),

    route(subscribe, async (call) => {
      const { userId } = signedIn(call);
      const provider = needProvider(app);
      const { plan, planId } = requirePaidPlan(env.PLANS, call.body.plan);
      // A pending choice may have been approved a moment ago: then it's in force, or its first payment failed.
      const waiting = (await findOpen(db, userId)).find(({ status }) => status === 'pending');
      const report = waiting === undefined ? null : await refreshSubscription(app, waiting.ref);
      if ((await findOpen(db, userId)).some((one) => isInForce(one))) throw conflict(HAS_ONE);
      if (report?.status === 'waiting' && report.isApproved) throw conflict(BEGINNING);
      const id = newId();
      const { ref, approveUrl } = await provider.create(id, planId, returnUrlsOf(app, id));
      await transaction(db, (tx) => chooseInstead(app, tx, { id, userId, plan: plan.type, ref, approveUrl }, HAS_ONE));
      return { ...(await readPaidPlan(app, userId)), approveUrl, message: APPROVE };
    }),

    route(confirmPlan, async (call) => {
      const { userId } = signedIn(call);
      const { ref } = await own(userId, call.params.id);
      await refreshSubscription(app, ref);
      return readPaidPlan(app, userId);
    }),

    route(revisePlan, async (call) => {
      const { userId } = signedIn(call);
      const current = await own(userId, call.params.id);
      if (!isInForce(current)) throw conflict('This subscription is no longer active. Choose a plan again.');
      if (call.body.plan === basePlan(env).type) {
        await endNow(app, current.ref);
        return { ...(await readPaidPlan(app, userId)), approveUrl: null, message: CANCELLED };
      }
      const { plan, planId } = requirePaidPlan(env.PLANS, call.body.plan);
      if (plan.type === current.plan) throw conflict(`You are already on the ${plan.displayName} plan.`);
      const id = newId();
      const { approveUrl } = await needProvider(app).revise(current.ref, planId, returnUrlsOf(app, id));
      const row = { id, userId, plan: plan.type, ref: current.ref, approveUrl };
      await transaction(db, (tx) => chooseInstead(app, tx, row));
      if (approveUrl === null) await refreshSubscription(app, current.ref);
      const message = approveUrl === null ? `Your plan is now ${plan.displayName}.` : APPROVE;
      return { ...(await readPaidPlan(app, userId)), approveUrl, message };
    }),

    route(cancelPlan, async (call) => {
      const { userId } = signedIn(call);
      const subscription = await own(userId, call.params.id);
      let message = subscription.activatedAt === null ? DISCARDED : CANCELLED;
      if (subscription.status === 'pending') message = await discardChoice(app, subscription);
      else if (isOpen(subscription)) await endNow(app, subscription.ref);
      return { ...(await readPaidPlan(app, userId)), message };
    }),
  ];
};

const APPROVE = 'Approve the payment on PayPal.';

/** A plan that can be paid for. Throws 400 for any other. */
function requirePaidPlan(plans: readonly Plan[], type: string): { plan: Plan; planId: string } {
  const plan = plans.find((one) => one.type === type);
  if (plan === undefined || plan.price === 0 || plan.planId === null)
    throw invalid('plan', 'This plan is not available.');
  return { plan, planId: plan.planId };
}

/** A payer returns from the provider to the subscription screen, which immediately requests the new state. */
function returnUrlsOf({ env }: App, id: string): ReturnUrls {
  const screen = `${env.PUBLIC_URL}${SCREENS.subscription.path}`;
  return { returnUrl: `${screen}?confirm=${id}`, cancelUrl: screen, brand: env.PRODUCT_NAME };
}
