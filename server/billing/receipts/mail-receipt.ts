import { SCREENS } from '@scoville/contract/addresses.ts';
import type { App } from '../../app-context.ts';
import type { Tx } from '../../db/connection.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { recordNotification } from '../../notifications/record-notification.ts';
import { decimalsOf } from '../provider/money.ts';
import type { PaymentFailure } from '../subscriptions/payment-failed.template.ts';
import { PAID, type PaymentEvent } from './payment-events.queries.ts';
import { basePlan, planNamed } from '../../plans/plan-limits.ts';
import { type PlanSubscription, findReceiver, listPaidPlans } from '../subscriptions/subscriptions.queries.ts';

const dayText = (at: Date | number): string =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const amountText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minor / 10 ** decimalsOf(currency));

/** Mails the receipt of a payment; of other events nothing. */
export async function mailReceipt({ env }: App, tx: Tx, event: PaymentEvent): Promise<void> {
  const { amount, currency } = event;
  if (event.type !== PAID || amount === null || currency === null) return;
  const receiver = await findReceiver(tx, event.userId);
  if (receiver === null) return;
  const plans = (await listPaidPlans(tx, event.ref)).map((one) => planNamed(env, one));
  // After a change both plans have the same name at the provider: what was paid says which one.
  const paid = plans.find((one) => one.price === amount && one.currency === currency) ?? plans[0] ?? basePlan(env);
  const plan = paid.displayName;
  const { receiptMail } = await import('./receipt.template.ts');
  const text = amountText(amount, currency);
  await writeMail(tx, {
    to: receiver.email,
    subject: `Your receipt: ${text} for ${plan}`,
    kind: 'receipt',
    dedupeKey: `receipt:${event.id}`,
    template: receiptMail({
      product: env.PRODUCT_NAME,
      name: receiver.displayName,
      plan,
      amount: text,
      day: dayText(event.occurredAt),
      reference: event.ref,
      url: env.PUBLIC_URL + SCREENS.subscription.path,
    }),
  });
  await recordNotification(tx, {
    userId: event.userId,
    kind: 'receipt',
    occasion: `receipt:${event.id}`,
    entry: { words: `You paid ${text} for ${plan}`, path: SCREENS.subscription.path },
  });
}

/** Mails that the first payment failed, or a later one, with the days of grace, or that they are over; else nothing. */
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
  const { paymentFailedMail } = await import('../subscriptions/payment-failed.template.ts');
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
  // A plan that takes the place of one that owes has the days of that, whose failure was mailed.
  if (after.status === 'past-due' && before.status !== 'past-due' && before.graceUntil === null) return 'later';
  return after.status === 'expired' && before.status === 'past-due' ? 'over' : null;
}
