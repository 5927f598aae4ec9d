import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PENDING_DAYS,
  type PlanEvent,
  type ProviderStatus,
  type SubscriptionState,
  isInForce,
  isOpen,
  nextSubscriptionState,
} from './subscription-state.ts';

const DAY = 24 * 3600 * 1000;
const GRACE = 7;
const pending: SubscriptionState = {
  status: 'pending',
  since: 0,
  activatedAt: null,
  graceUntil: null,
  firstPaymentFailed: false,
};
const reported = (status: ProviderStatus, at = 1000): PlanEvent => ({ type: 'reported', status, at });
const after = (...events: PlanEvent[]) =>
  events.reduce((state, event) => nextSubscriptionState(state, event, GRACE), pending);
const active = after(reported('paid'));
const owing = after(reported('paid'), reported('past-due', 2000));

describe('the life of a plan', () => {
  it('begins with the approval, and has no limits or perks before it', () => {
    expect(isInForce(pending)).toBe(false);
    expect(after(reported('waiting'))).toEqual(pending);
    expect(after(reported('unpaid'))).toEqual({ ...pending, firstPaymentFailed: true });
    for (const before of ['waiting', 'unpaid'] as const)
      expect(after(reported(before), reported('paid'))).toEqual(active);
    expect(active).toEqual({
      status: 'active',
      since: 1000,
      activatedAt: 1000,
      graceUntil: null,
      firstPaymentFailed: false,
    });
    expect(isInForce(active)).toBe(true);
  });

  it('continues for the days of grace after the first failed payment, and is restored by a payment', () => {
    expect(owing).toEqual({ ...active, status: 'past-due', since: 2000, graceUntil: 2000 + GRACE * DAY });
    expect(nextSubscriptionState(owing, reported('past-due', 3000), GRACE)).toEqual(owing);
    expect(isInForce(owing)).toBe(true);
    expect(nextSubscriptionState(owing, reported('paid', 4000), GRACE)).toEqual({ ...active, since: 4000 });
    const over = { type: 'time-passed', at: 2000 + GRACE * DAY } as const;
    expect(nextSubscriptionState(owing, { ...over, at: over.at - 1 }, GRACE)).toEqual(owing);
    expect(nextSubscriptionState(owing, over, GRACE)).toMatchObject({
      status: 'expired',
      since: over.at,
      graceUntil: null,
    });
    expect(nextSubscriptionState(active, over, GRACE)).toEqual(active);
  });

  it('begins with days of grace if its first payment is reported only after the next one failed', () => {
    expect(after(reported('past-due', 2000))).toEqual({ ...owing, activatedAt: 2000 });
    expect(after({ type: 'discarded', at: 5 }, reported('past-due', 2000))).toEqual({ ...owing, activatedAt: 2000 });
    expect(nextSubscriptionState(active, reported('unpaid', 2000), GRACE)).toEqual(owing);
    // A plan that replaces one with a failed payment gets no additional days.
    const instead = { ...pending, graceUntil: owing.graceUntil };
    expect(nextSubscriptionState(instead, reported('past-due', 3000), GRACE).graceUntil).toBe(owing.graceUntil);
    expect(nextSubscriptionState(instead, reported('paid', 3000), GRACE).graceUntil).toBeNull();
  });

  it('expires after three days without an approval, but still begins if it is approved later', () => {
    const late = { type: 'time-passed', at: PENDING_DAYS * DAY } as const;
    expect(nextSubscriptionState(pending, { ...late, at: late.at - 1 }, GRACE)).toEqual(pending);
    const expired = nextSubscriptionState(pending, late, GRACE);
    expect(expired.status).toBe('expired');
    expect(nextSubscriptionState(expired, reported('paid', late.at + 1), GRACE).status).toBe('active');
    expect(after({ type: 'discarded', at: 5 })).toMatchObject({ status: 'cancelled', since: 5 });
    expect(after({ type: 'discarded', at: 5 }, reported('paid')).status).toBe('active');
  });

  it('ends when it is cancelled, replaced or expired, but not by discarding a choice once it is paid for', () => {
    for (const state of [pending, active, owing]) {
      expect(nextSubscriptionState(state, reported('cancelled'), GRACE).status).toBe('cancelled');
      expect(nextSubscriptionState(state, reported('expired'), GRACE).status).toBe('expired');
      expect(nextSubscriptionState(state, { type: 'replaced', at: 9 }, GRACE).status).toBe('cancelled');
    }
    expect(nextSubscriptionState(active, { type: 'discarded', at: 9 }, GRACE)).toEqual(active);
  });

  const event = fc.record({
    at: fc.nat({ max: 20 * DAY }),
    type: fc.constantFrom('reported', 'replaced', 'discarded', 'time-passed'),
    status: fc.constantFrom('waiting', 'paid', 'past-due', 'unpaid', 'cancelled', 'expired'),
  }) as fc.Arbitrary<PlanEvent>;

  it('never resumes if it ended after a payment, and is never in force without a payment', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let state = pending;
        for (const one of events) {
          const next = nextSubscriptionState(state, one, GRACE);
          if (!isOpen(state) && state.activatedAt !== null) expect(next).toEqual(state);
          if (isInForce(next)) expect(next.activatedAt).not.toBeNull();
          if (next.activatedAt !== null && state.activatedAt === null)
            expect(one).toMatchObject({ type: 'reported', status: expect.stringMatching(/^(paid|past-due)$/) });
          expect(next.graceUntil !== null).toBe(next.status === 'past-due');
          if (next.firstPaymentFailed) expect(next.status).toBe('pending');
          expect(nextSubscriptionState(next, one, GRACE)).toEqual(next);
          state = next;
        }
      }),
    );
  });
});
