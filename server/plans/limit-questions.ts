import type { App } from '../app-context.ts';

/**
 * Questions in a minute whether PayPal signed an event: of a caller, of a subscription, of all of them, and of payments that no
 * subscription here is known for, which anybody can name. A subscription has a handful of events in a month. Who gets 429 from here
 * sends the event again, as PayPal does for three days, and `reconcilePlans` asks for what never came.
 */
const MOST = { caller: 60, subscription: 20, subscriptions: 600, unknown: 30 } as const;
const MINUTE = 60;

/**
 * Counts the question about one event before it is asked, because a forged event must cost less than a call to PayPal.
 * Throws 429 after too many. Returns what gives a genuine event back to its caller, who then can send any number.
 * @param ref the subscription that the event names; null if only PayPal knows that
 */
export async function limitQuestions(
  { limits }: Pick<App, 'limits'>,
  caller: string,
  ref: string | null,
): Promise<{ giveBack: () => Promise<void> }> {
  const mine = `paypal-question ${caller}`;
  await limits.take(mine, MOST.caller, MINUTE);
  if (ref === null) await limits.take('paypal-question unknown', MOST.unknown, MINUTE);
  else {
    await limits.take(`paypal-question of ${ref}`, MOST.subscription, MINUTE);
    await limits.take('paypal-question known', MOST.subscriptions, MINUTE);
  }
  return { giveBack: () => limits.refund(mine) };
}
