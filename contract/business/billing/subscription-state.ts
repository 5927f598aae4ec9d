import * as z from 'zod/mini';

/** The status of a plan that an account chose. Only `active` and `past-due` give its limits and perks. */
export const PlanStatus = z.enum(['pending', 'active', 'past-due', 'cancelled', 'expired']);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** Days after which a plan expires if its payment isn't approved. */
export const PENDING_DAYS = 3;

/**
 * The payment provider's status of a subscription. `past-due`: a payment failed after an earlier one succeeded.
 * `unpaid`: every payment failed.
 */
export type ProviderStatus = 'waiting' | 'paid' | 'past-due' | 'unpaid' | 'cancelled' | 'expired';

/** The state of one plan of one account. Times are in milliseconds since 1970. */
export interface SubscriptionState {
  status: PlanStatus;
  /** When the plan entered this status. */
  since: number;
  /** When the plan was first reported as paid; null until then. */
  activatedAt: number | null;
  /** Until when the plan is kept after a failed payment; null unless it is `past-due`, or replaces such a plan. */
  graceUntil: number | null;
  /**
   * True if the plan was approved but its first payment failed; false unless `pending`. The provider retries the
   * payment automatically.
   */
  firstPaymentFailed: boolean;
}

export type PlanEvent = { at: number } & (
  | { type: 'reported'; status: ProviderStatus }
  /** Another plan replaced it. */
  | { type: 'replaced' }
  /** The owner discarded it before it was paid for. */
  | { type: 'discarded' }
  | { type: 'time-passed' }
);

const DAY = 24 * 3600 * 1000;

export const isInForce = ({ status }: Pick<SubscriptionState, 'status'>): boolean =>
  status === 'active' || status === 'past-due';
export const isOpen = (state: Pick<SubscriptionState, 'status'>): boolean =>
  state.status === 'pending' || isInForce(state);

/**
 * Returns the state of a plan after an event. A plan that ended after it was paid for never resumes. A plan that was
 * discarded, or expired while pending, still begins if its payer approves it later, because they were charged. So does
 * a plan whose first payment is reported only after the next one failed.
 * @param graceDays how long a plan is kept after a failed payment
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
