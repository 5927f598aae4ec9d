import type { App } from '../app-context.ts';
import type { Subject } from './keep-event.ts';

/** Questions in a minute whether PayPal signed an event: of one caller about anything, and of all callers about all subscriptions. */
const MOST = { caller: 60, subscriptions: 600 } as const;

/**
 * Questions in a minute about a subscription, of which an account has a handful of events in a month; about payments that only
 * PayPal knows, which anybody can name; and about what is nothing here, where the answer only decides between 200 and 400. All
 * callers share them, and one caller gets no more than a part: whoever sends forged events from one network leaves the rest to
 * PayPal.
 */
const SHARED = {
  subscription: { each: 10, all: 20 },
  payment: { each: 5, all: 30 },
  nothing: { each: 5, all: 10 },
} as const;
const MINUTE = 60;

/**
 * Counts the question about one event before it is asked, because a forged event must cost less than a call to PayPal.
 * Throws 429 after too many: PayPal sends the event again for three days, and `reconcilePlans` asks for what never came.
 * Returns what gives a genuine event back, so that genuine events use up nothing.
 */
export async function limitQuestions(
  { limits }: Pick<App, 'limits'>,
  caller: string,
  subject: Subject,
): Promise<{ giveBack: () => Promise<void> }> {
  const about = subject.kind === 'subscription' ? `of ${subject.ref}` : `about a ${subject.kind}`;
  const { each, all } = SHARED[subject.kind];
  // A caller's own counts come first: what they refuse takes nothing from others.
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
