import * as z from 'zod/mini';

/** Where a plan that somebody chose stands. Only `active` and `past-due` give its limits and perks. */
export const PlanStatus = z.enum(['pending', 'active', 'past-due', 'cancelled', 'expired']);
export type PlanStatus = z.infer<typeof PlanStatus>;

/** Days for which an approval that nobody gave is waited for. */
export const PENDING_DAYS = 3;

/** How the payment provider describes a subscription: `owing` is one with a payment that failed. */
export type Standing = 'waiting' | 'good' | 'owing' | 'cancelled' | 'expired';

/** The life of one plan of one account. Times are milliseconds since 1970. */
export interface PlanLife {
  status: PlanStatus;
  /** When it came into this status. */
  since: number;
  /** When its payment was first approved; null until then. */
  activatedAt: number | null;
  /** Until when it is kept although a payment failed; null unless `past-due`. */
  graceUntil: number | null;
}

export type PlanEvent = { at: number } & (
  | { type: 'reported'; standing: Standing }
  /** Another plan took its place. */
  | { type: 'replaced' }
  /** Its owner gave it up before it was paid for. */
  | { type: 'discarded' }
  | { type: 'time-passed' }
);

const DAY = 24 * 3600 * 1000;

export const isInForce = ({ status }: Pick<PlanLife, 'status'>): boolean =>
  status === 'active' || status === 'past-due';
export const isOpen = (life: Pick<PlanLife, 'status'>): boolean => life.status === 'pending' || isInForce(life);

/**
 * What becomes of a plan. What ended after it was paid for stays ended. An offer that was given up, or waited for too
 * long, begins all the same when its payer approves it after that: they were charged.
 *
 * @param graceDays for which a plan is kept after a failed payment
 */
export function nextPlanLife(life: PlanLife, event: PlanEvent, graceDays: number): PlanLife {
  const { at } = event;
  const to = (status: PlanStatus, more: Partial<PlanLife> = {}): PlanLife => ({
    ...life,
    graceUntil: null,
    ...more,
    status,
    since: at,
  });
  const paid = event.type === 'reported' && event.standing === 'good';
  if (!isInForce(life)) {
    if (paid && life.activatedAt === null) return to('active', { activatedAt: at });
    if (life.status !== 'pending') return life;
  }
  switch (event.type) {
    case 'replaced':
      return to('cancelled');
    case 'discarded':
      return life.status === 'pending' ? to('cancelled') : life;
    case 'time-passed':
      return isOver(life, at) ? to('expired') : life;
    case 'reported':
      if (event.standing === 'cancelled' || event.standing === 'expired') return to(event.standing);
      if (paid) return life.status === 'past-due' ? to('active') : life;
      if (event.standing === 'owing' && life.status === 'active')
        return to('past-due', { graceUntil: at + graceDays * DAY });
      return life;
  }
}

const isOver = ({ status, since, graceUntil }: PlanLife, at: number): boolean =>
  (status === 'pending' && at >= since + PENDING_DAYS * DAY) || (graceUntil !== null && at >= graceUntil);
