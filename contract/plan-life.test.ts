import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PENDING_DAYS,
  type PlanEvent,
  type PlanLife,
  type Standing,
  isInForce,
  isOpen,
  nextPlanLife,
} from './plan-life.ts';

const DAY = 24 * 3600 * 1000;
const GRACE = 7;
const pending: PlanLife = { status: 'pending', since: 0, activatedAt: null, graceUntil: null };
const reported = (standing: Standing, at = 1000): PlanEvent => ({ type: 'reported', standing, at });
const after = (...events: PlanEvent[]) => events.reduce((life, event) => nextPlanLife(life, event, GRACE), pending);
const active = after(reported('good'));
const owing = after(reported('good'), reported('owing', 2000));

describe('the life of a plan', () => {
  it('begins with the approval, and gives nothing before it', () => {
    expect(isInForce(pending)).toBe(false);
    for (const standing of ['waiting', 'owing'] as const) expect(after(reported(standing))).toEqual(pending);
    expect(active).toEqual({ status: 'active', since: 1000, activatedAt: 1000, graceUntil: null });
    expect(isInForce(active)).toBe(true);
  });

  it('goes on for the days of grace after a failed payment, counted from the first, and is saved by a payment', () => {
    expect(owing).toEqual({ status: 'past-due', since: 2000, activatedAt: 1000, graceUntil: 2000 + GRACE * DAY });
    expect(nextPlanLife(owing, reported('owing', 3000), GRACE)).toEqual(owing);
    expect(isInForce(owing)).toBe(true);
    expect(nextPlanLife(owing, reported('good', 4000), GRACE)).toEqual({ ...active, since: 4000 });
    const over = { type: 'time-passed', at: 2000 + GRACE * DAY } as const;
    expect(nextPlanLife(owing, { ...over, at: over.at - 1 }, GRACE)).toEqual(owing);
    expect(nextPlanLife(owing, over, GRACE)).toMatchObject({ status: 'expired', since: over.at, graceUntil: null });
    expect(nextPlanLife(active, over, GRACE)).toEqual(active);
  });

  it('is not waited for longer than three days, and begins all the same when it is approved after that', () => {
    const late = { type: 'time-passed', at: PENDING_DAYS * DAY } as const;
    expect(nextPlanLife(pending, { ...late, at: late.at - 1 }, GRACE)).toEqual(pending);
    const expired = nextPlanLife(pending, late, GRACE);
    expect(expired.status).toBe('expired');
    expect(nextPlanLife(expired, reported('good', late.at + 1), GRACE).status).toBe('active');
    expect(after({ type: 'discarded', at: 5 })).toMatchObject({ status: 'cancelled', since: 5 });
    expect(after({ type: 'discarded', at: 5 }, reported('good')).status).toBe('active');
  });

  it('ends when it is cancelled or replaced, for good when it was paid for', () => {
    for (const life of [pending, active, owing]) {
      expect(nextPlanLife(life, reported('cancelled'), GRACE).status).toBe('cancelled');
      expect(nextPlanLife(life, reported('expired'), GRACE).status).toBe('expired');
      expect(nextPlanLife(life, { type: 'replaced', at: 9 }, GRACE).status).toBe('cancelled');
    }
    expect(nextPlanLife(active, { type: 'discarded', at: 9 }, GRACE)).toEqual(active);
  });

  const event = fc.record({
    at: fc.nat({ max: 20 * DAY }),
    type: fc.constantFrom('reported', 'replaced', 'discarded', 'time-passed'),
    standing: fc.constantFrom('waiting', 'good', 'owing', 'cancelled', 'expired'),
  }) as fc.Arbitrary<PlanEvent>;

  it('never comes back when it ended after it was paid for, and never gives anything that nobody approved', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let life = pending;
        for (const one of events) {
          const next = nextPlanLife(life, one, GRACE);
          if (!isOpen(life) && life.activatedAt !== null) expect(next).toEqual(life);
          if (isInForce(next)) expect(next.activatedAt).not.toBeNull();
          if (next.activatedAt !== null && life.activatedAt === null)
            expect(one).toMatchObject({ type: 'reported', standing: 'good' });
          expect(next.graceUntil !== null).toBe(next.status === 'past-due');
          expect(nextPlanLife(next, one, GRACE)).toEqual(next);
          life = next;
        }
      }),
    );
  });
});
