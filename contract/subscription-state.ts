import * as z from 'zod/mini';

/** Where a plan that somebody chose stands. Only `active` and `past-due` give its limits and perks. */
export const PlanStatus = z.enum(['pending', 'active', 'past-due', 'cancelled', 'expired']);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** Days for which an approval that nobody gave is waited for. */
export const PENDING_DAYS = 3;

/**
 * How the payment provider describes a subscription: of one that is `past-due` a payment failed after an earlier one was
 * made, of one that is `unpaid` every payment failed.
 */
export type ProviderStatus = 'waiting' | 'paid' | 'past-due' | 'unpaid' | 'cancelled' | 'expired';

/** The life of one plan of one account. Times are milliseconds since 1970. */
export interface SubscriptionState {
  status: PlanStatus;
  /** When it came into this status. */
  since: number;
  /** When it was first heard of as paid for; null until then. */
  activatedAt: number | null;
  /** Until when it is kept although a payment failed; null unless `past-due`, or taking the place of one that is. */
  graceUntil: number | null;
  /** It was approved and its first payment failed; false unless `pending`. The provider tries again by itself. */
  firstPaymentFailed: boolean;
}

export type PlanEvent = { at: number } & (
  | { type: 'reported'; status: ProviderStatus }
  /** Another plan took its place. */
  | { type: 'replaced' }
  /** Its owner gave it up before it was paid for. */
  | { type: 'discarded' }
  | { type: 'time-passed' }
);

const DAY = 24 * 3600 * 1000;

export const isInForce = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'active' || status === 'past-due';
export const isOpen = (state: Pick<SubscriptionState, 'status'>): boolean =>
  state.status === 'pending' || isInForce(state);

/**
 * What becomes of a plan. What ended after it was paid for stays ended. An offer that was given up, or waited for too
 * long, begins all the same when its payer approves it after that: they were charged. So does one whose payment was heard
 * of only when the next one had failed.
 *
 * @param graceDays for which a plan is kept after a failed payment
 */
export function nextSubscriptionState(
  state: SubscriptionState,
  event: PlanEvent,
  graceDays: number,
): SubscriptionState {
  const { at } = event;
  const to = (status: PlanStatus, more: Partial<SubscriptionState> = {}): SubscriptionState => ({
    ...state,
    graceUntil: null,
    firstPaymentFailed: false,
    ...more,
    status,
    since: at,
  });
  const owing = () => to('past-due', { graceUntil: state.graceUntil ?? at + graceDays * DAY });
  if (!isInForce(state)) {
    if (event.type === 'reported' && state.activatedAt === null) {
      if (event.status === 'paid') return to('active', { activatedAt: at });
      if (event.status === 'past-due') return { ...owing(), activatedAt: at };
    }
    if (state.status !== 'pending') return state;
  }
  switch (event.type) {
    case 'replaced':
      return to('cancelled');
    case 'discarded':
      return state.status === 'pending' ? to('cancelled') : state;
    case 'time-passed':
      return isOver(state, at) ? to('expired') : state;
    case 'reported':
      if (event.status === 'cancelled' || event.status === 'expired') return to(event.status);
      if (event.status === 'paid') return state.status === 'past-due' ? to('active') : state;
      if (event.status === 'unpaid' && state.status === 'pending') return { ...state, firstPaymentFailed: true };
      if ((event.status === 'past-due' || event.status === 'unpaid') && state.status === 'active') return owing();
      return state;
  }
}

const isOver = ({ status, since, graceUntil }: SubscriptionState, at: number): boolean =>
  (status === 'pending' && at >= since + PENDING_DAYS * DAY) || (graceUntil !== null && at >= graceUntil);
