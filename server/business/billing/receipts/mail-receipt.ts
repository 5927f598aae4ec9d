import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../../platform/app-context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import { writeMail } from '../../../platform/mail/write-mail.ts';
import { recordNotification } from '../../../community/notifications/record-notification.ts';
import { decimalsOf } from '../provider/money.ts';
import { PAID, type PaymentEvent } from './payment-events.queries.ts';
import { basePlan, planNamed } from '../../../accounts/plans/plan-limits.ts';
import { findReceiver } from '../../../accounts/plans/plan-owner.queries.ts';
import { dayText } from '../subscriptions/mail-failed-payment.ts';
import { listPaidPlans } from '../subscriptions/subscriptions.queries.ts';

const amountText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(minor / 10 ** decimalsOf(currency));

/** Mails the receipt of a payment; does nothing for other events. */
export async function mailReceipt({ env }: App, tx: Tx, event: PaymentEvent): Promise<void> {
  const { amount, currency } = event;
  if (event.type !== PAID || amount === null || currency === null) return;
  const receiver = await findReceiver(tx, event.userId);
  if (receiver === null) return;
  const plans = (await listPaidPlans(tx, event.ref)).map((one) => planNamed(env, one));
  // After a change both plans have the same ID at the provider, so the amount decides which one was paid.
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
