import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import { insertAssignment, claimAssignment } from './assigned-plans.queries.ts';
import { freePlan, planNamed } from '../../accounts/plans/plan-limits.ts';
import { findReceiver, lockOwner } from '../../accounts/plans/plan-owner.queries.ts';
import { SETTLED, notifyAssignedPlanJob } from './own-account.jobs.ts';

/** Seconds by which the clocks of a job and of its assignment may differ. */
const SLACK = 5;

/** Schedules the notice of a plan that an administrator changed, in the transaction of the change. */
export async function scheduleAssignedPlanNotice(
  { queue }: Pick<App, 'queue'>,
  tx: Tx,
  userId: string,
  before: string,
): Promise<void> {
  await insertAssignment(tx, userId, before);
  await queue.enqueue(tx, notifyAssignedPlanJob, { userId }, { startAfter: SETTLED });
}

/**
 * Notifies an account of the plan that it was given, by mail and in the product: once for successive changes, and not
 * if it has the previous plan again. The notice includes that a paid plan, if any, continues.
 */
export async function notifyAssignedPlan({ db, env }: App, userId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockOwner(tx, userId))) return;
    const assigned = await claimAssignment(tx, userId, SETTLED - SLACK);
    const receiver = await findReceiver(tx, userId);
    if (assigned === null || receiver === null || assigned.plan === assigned.before) return;
    const nameOf = (type: string) => planNamed(env, type).displayName;
    const words = `Your plan is now ${nameOf(assigned.plan)}`;
    const occasion = `plan-assigned:${newId()}`;
    const { planAssignedMail } = await import('./plan-assigned.template.ts');
    await writeMail(tx, {
      to: receiver.email,
      subject: words,
      kind: 'plan-assigned',
      dedupeKey: occasion,
      template: planAssignedMail({
        product: env.PRODUCT_NAME,
        name: receiver.displayName,
        before: nameOf(assigned.before),
        plan: nameOf(assigned.plan),
        isBase: planNamed(env, assigned.plan) === freePlan(env),
        paidPlan: assigned.paidPlan === null ? null : nameOf(assigned.paidPlan),
        url: env.PUBLIC_URL + SCREENS.subscription.path,
        contactUrl: env.PUBLIC_URL + SCREENS.contact.path,
      }),
    });
    await recordNotification(tx, {
      userId,
      kind: 'plan-assigned',
      occasion,
      entry: { words, path: SCREENS.subscription.path },
    });
  });
}
