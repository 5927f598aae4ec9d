import type { App } from '../../../platform/app-context.ts';
import type { Subject } from './store-event.ts';

/** Signature checks by PayPal in a minute: for all events of one caller, and for all subscriptions of all callers. */
const MOST = { caller: 60, subscriptions: 600 } as const;

/**
 * Checks in a minute for one subscription, which has a handful of events in a month; for payments that aren't in our
 * database, which an attacker can invent; and for other events, where the result only decides between 200 and 400. All
 * `all` is the limit for all callers together, and `each` the limit for one network, so that forged events from one
 * network leave the rest to PayPal.
 */
const SHARED = {
  subscription: { each: 10, all: 20 },
  payment: { each: 5, all: 30 },
  nothing: { each: 5, all: 10 },
} as const;
const MINUTE = 60;

/**
 * Counts the check of an event before the call to PayPal, because a forged event must cost less than such a call.
 * Throws 429 after too many: PayPal repeats the event for three days, and `reconcilePlans` fetches the state behind
 * lost events. Returns a function that takes a genuine event off the counts again.
 */
export async function limitSignatureChecks(
  { limits }: Pick<App, 'limits'>,
  caller: string,
  subject: Subject,
): Promise<{ giveBack: () => Promise<void> }> {
  const about = subject.kind === 'subscription' ? `of ${subject.ref}` : `about a ${subject.kind}`;
  const { each, all } = SHARED[subject.kind];
  // A caller's own counts are first, so that the calls that they refuse don't use up the shared ones.
  const counts: [key: string, most: number][] = [
    [`paypal-question ${about} by ${caller}`, each],
    [`paypal-question ${caller}`, MOST.caller],
    [`paypal-question ${about}`, all],
  ];
  if (subject.kind === 'subscription') counts.push(['paypal-question of all', MOST.subscriptions]);
  for (const [key, most] of counts) await limits.take(key, most, MINUTE);
  return {
    async giveBack() {
      for (const [key] of counts) await limits.refund(key);
    },
  };
}
