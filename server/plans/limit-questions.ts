import type { App } from '../app-context.ts';
import type { Subject } from './keep-event.ts';

/**
 * Questions in a minute whether PayPal signed an event: of a caller, of a subscription, of all of them, of payments that only PayPal
 * knows, which anybody can name, and of what is nothing here, where the answer only decides between 200 and 400. A subscription has
 * a handful of events in a month. Whoever gets 429 from here sends the event again, as PayPal does for three days, and
 * `reconcilePlans` asks for what never came.
 */
const MOST = { caller: 60, subscription: 20, subscriptions: 600, payment: 30, nothing: 10 } as const;
const MINUTE = 60;

/**
 * Counts the question about one event before it is asked, because a forged event must cost less than a call to PayPal.
 * Throws 429 after too many. Returns what gives a genuine event back to its caller, who then can send any number.
 */
export async function limitQuestions(
  { limits }: Pick<App, 'limits'>,
  caller: string,
  subject: Subject,
): Promise<{ giveBack: () => Promise<void> }> {
  const mine = `paypal-question ${caller}`;
  await limits.take(mine, MOST.caller, MINUTE);
  if (subject.kind === 'subscription') {
    await limits.take(`paypal-question of ${subject.ref}`, MOST.subscription, MINUTE);
    await limits.take('paypal-question of all', MOST.subscriptions, MINUTE);
  } else await limits.take(`paypal-question about a ${subject.kind}`, MOST[subject.kind], MINUTE);
  return { giveBack: () => limits.refund(mine) };
}
