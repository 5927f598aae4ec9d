import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { recordNotification } from '../../../community/notifications/record-notification.ts';
import { basePlan, planNamed } from '../../../accounts/plans/plan-limits.ts';
import { findReceiver } from '../../../accounts/plans/plan-owner.queries.ts';
import type { PaymentFailure } from './payment-failed.template.ts';
import type { PlanSubscription } from './subscriptions.queries.ts';

export const dayText = (at: Date | number): string =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * Mails that the first payment failed, or a later one (with the end of the grace period), or that the grace period is
 * over. Does nothing for other changes.
 */
export async function mailFailedPayment(
  { env }: App,
  tx: Tx,
  before: PlanSubscription,
  after: PlanSubscription,
): Promise<void> {
  const what = failureOf(before, after);
  if (what === null) return;
  const receiver = await findReceiver(tx, after.userId);
  if (receiver === null) return;
  const plan = planNamed(env, after.plan).displayName;
  const subject = SUBJECTS[what](plan);
  const occasion = `payment-failed:${after.id}:${after.status}:${after.since}`;
  const { paymentFailedMail } = await import('./payment-failed.template.ts');
  await writeMail(tx, {
    to: receiver.email,
    subject,
    kind: 'payment-failed',
    dedupeKey: occasion,
    template: paymentFailedMail({
      product: env.PRODUCT_NAME,
      name: receiver.displayName,
      plan,
      what,
      until: after.graceUntil === null ? null : dayText(after.graceUntil),
      base: basePlan(env).displayName,
      url: env.PUBLIC_URL + SCREENS.subscription.path,
    }),
  });
  await recordNotification(tx, {
    userId: after.userId,
    kind: 'payment-failed',
    occasion,
    entry: { words: subject, path: SCREENS.subscription.path },
  });
}

const SUBJECTS = {
  first: (plan) => `The first payment for ${plan} failed`,
  later: (plan) => `A payment for ${plan} failed`,
  over: (plan) => `${plan} has ended`,
} as const satisfies Record<PaymentFailure, (plan: string) => string>;

function failureOf(before: PlanSubscription, after: PlanSubscription): PaymentFailure | null {
  if (after.firstPaymentFailed && !before.firstPaymentFailed) return 'first';
  // A plan that replaces one in its grace period keeps that period, and the mail about it was already sent.
  if (after.status === 'past-due' && before.status !== 'past-due' && before.graceUntil === null) return 'later';
  return after.status === 'expired' && before.status === 'past-due' ? 'over' : null;
}
