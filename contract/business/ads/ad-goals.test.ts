import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AdGoal,
  type AdGoalEvent,
  type AdWindow,
  PACE_DAYS,
  PACE_START,
  isSameWindow,
  adjustPace,
  newGoal,
  nextGoal,
  paceOf,
  stateOfGoal,
  statsOfGoal,
} from './ad-goals.ts';

const DAY = 24 * 3600 * 1000;
const START = new Date('2026-11-01T00:00:00Z');
const later = (days: number): Date => new Date(START.getTime() + days * DAY);

const byDate: AdWindow = { type: 'date', startDate: START, endDate: later(30), impressionLimit: null };
const byImpressions = (limit: number): AdWindow => ({
  type: 'impressions',
  startDate: START,
  endDate: null,
  impressionLimit: limit,
});

const anyWindow: fc.Arbitrary<AdWindow> = fc.oneof(
  fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: 1, max: 10 })).map(([from, days]): AdWindow => ({
    type: 'date',
    startDate: later(from),
    endDate: later(from + days),
    impressionLimit: null,
  })),
  fc.integer({ min: 1, max: 5 }).map(byImpressions),
);
const anyEvent: fc.Arbitrary<AdGoalEvent> = fc.oneof(
  fc.constant<AdGoalEvent>({ type: 'impression' }),
  fc.constant<AdGoalEvent>({ type: 'clicked' }),
  fc.integer({ min: 0, max: 60 }).map((seconds): AdGoalEvent => ({ type: 'skipped', seconds })),
  anyWindow.map((window): AdGoalEvent => ({ type: 'change', window })),
);
const anyLife = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), anyEvent), { maxLength: 30 });

/** Applies the events one after the other; returns each step: the goal before, the time, the event, the goal after. */
function live(window: AdWindow, events: readonly (readonly [number, AdGoalEvent])[]) {
  let goal = newGoal(window);
  let day = -6;
  return events.map(([wait, event]) => {
    day += wait;
    const before = goal;
    const at = later(day);
    const after = nextGoal(before, event, at);
    goal = after ?? before;
    return { before, at, event, after };
  });
}

describe('a goal', () => {
  it('runs by date inside its window only', () => {
    const goal = newGoal(byDate);
    const states = [later(-1), START, later(29), later(30), later(31)].map((at) => stateOfGoal(goal, at));
    expect(states).toEqual(['waiting', 'running', 'running', 'ended', 'ended']);
  });

  it('runs by impressions until its total is reached', () => {
    let goal: AdGoal = newGoal(byImpressions(2));
    expect(stateOfGoal(goal, later(-1))).toBe('waiting');
    for (const state of ['running', 'met'] as const) {
      goal = nextGoal(goal, { type: 'impression' }, later(400)) ?? goal;
      expect(stateOfGoal(goal, later(400))).toBe(state);
    }
    expect(nextGoal(goal, { type: 'impression' }, later(400))).toBeNull();
    expect(nextGoal(goal, { type: 'clicked' }, later(400))?.clicks).toBe(1);
  });

  it('is replaced by a window with another type, start, end or total, and kept for an equal window', () => {
    const limited = byImpressions(5);
    const changes: [AdWindow, AdWindow][] = [
      [byDate, limited],
      [byDate, { ...byDate, startDate: later(1) }],
      [byDate, { ...byDate, endDate: later(31) }],
      [limited, byImpressions(6)],
    ];
    for (const [from, to] of changes) {
      expect(isSameWindow(from, to)).toBe(false);
      expect(nextGoal(newGoal(from), { type: 'change', window: to }, START)?.closed).toBe(true);
    }
    expect(nextGoal(newGoal(byDate), { type: 'change', window: { ...byDate } }, START)).toBeNull();
  });

  it('accepts no event after it was replaced', () => {
    fc.assert(
      fc.property(anyWindow, anyLife, (window, events) => {
        for (const { before, after } of live(window, events)) if (before.closed) expect(after).toBeNull();
      }),
    );
  });

  it('counts impressions only while it runs, and never more than its total', () => {
    fc.assert(
      fc.property(anyWindow, anyLife, (window, events) => {
        for (const { before, at, event, after } of live(window, events)) {
          const counted = (after?.impressions ?? before.impressions) - before.impressions;
          expect(counted).toBe(event.type === 'impression' && stateOfGoal(before, at) === 'running' ? 1 : 0);
          expect(after?.impressions ?? 0).toBeLessThanOrEqual(window.impressionLimit ?? Infinity);
        }
      }),
    );
  });

  it('AD-25 reports totals, and the mean number of seconds until a skip', () => {
    let goal = newGoal(byDate);
    expect(statsOfGoal(goal)).toEqual({
      impression: { total: 0 },
      clicked: { total: 0 },
      skipped: { total: 0, avgDuration: null },
    });
    const events: AdGoalEvent[] = [
      { type: 'impression' },
      { type: 'clicked' },
      { type: 'skipped', seconds: 6 },
      { type: 'skipped', seconds: 7.5 },
    ];
    for (const event of events) goal = nextGoal(goal, event, later(1)) ?? goal;
    expect(statsOfGoal(goal)).toEqual({
      impression: { total: 1 },
      clicked: { total: 1 },
      skipped: { total: 2, avgDuration: 6.8 },
    });
  });
});

describe('the pace of a goal', () => {
  it('spreads impressions evenly, and doesn’t spread small goals', () => {
    expect(paceOf(newGoal(byDate), later(1))).toBe(Infinity);
    expect(paceOf(newGoal(byImpressions(2)), START)).toBe(2);
    const large = newGoal(byImpressions(30_000));
    expect(paceOf(large, START)).toBe(PACE_START);
    expect(paceOf(large, later(1))).toBe(1000);
    expect(paceOf(large, later(PACE_DAYS / 2))).toBe(15_000);
    expect(paceOf(large, later(PACE_DAYS * 2))).toBe(30_000);
  });

  it('makes up for at most one day, even if no ads were shown for longer', () => {
    const large = newGoal(byImpressions(30_000));
    expect(paceOf(adjustPace(large, 0, later(20)), later(20))).toBe(1000);
    expect(paceOf(adjustPace(large, 20_000, later(20)), later(20))).toBe(20_000);
    expect(paceOf(adjustPace(large, 5000, later(20)), later(20))).toBe(6000);
    expect(adjustPace(newGoal(byDate), 5, later(20))).toEqual(newGoal(byDate));
  });

  /** Crowds of listeners who request the ad: how many at once, and how many hours after the previous crowd. */
  const anyCrowds = fc.array(
    fc.record({
      wait: fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.integer({ min: 0, max: 24 * 40 })),
      asking: fc.integer({ min: 0, max: 5000 }),
    }),
    { maxLength: 60 },
  );
  /** Shows the ad to each crowd as the server does; returns how many of each crowd got it, and when. */
  function give(goal: AdGoal, crowds: readonly { wait: number; asking: number }[]) {
    let [now, current] = [0, goal];
    return crowds.map(({ wait, asking }) => {
      now += wait / 24;
      const at = later(now);
      current = adjustPace(current, current.impressions, at);
      const given = Math.max(0, Math.min(asking, paceOf(current, at) - current.impressions));
      current = { ...current, impressions: current.impressions + given };
      return { day: now, given };
    });
  }

  it('never exceeds the share of a period plus one day, whenever listeners request the ad', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), anyCrowds, (limit, crowds) => {
        const steps = give(newGoal(byImpressions(limit)), crowds);
        expect(steps.reduce((sum, { given }) => sum + given, 0)).toBeLessThanOrEqual(limit);
        const share = limit / PACE_DAYS;
        for (const [first, from] of steps.entries()) {
          let sum = 0;
          for (const { day, given } of steps.slice(first)) {
            sum += given;
            // The impressions that a goal may have at once at its start come on top of that.
            expect(sum).toBeLessThanOrEqual(Math.ceil(share * (day - from.day + 1)) + PACE_START + 1);
          }
        }
      }),
    );
  });

  it('is even while there are always requests, and reaches the total after its days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3000, max: 300_000 }), (limit) => {
        const hours = Array.from({ length: (PACE_DAYS + 1) * 24 }, () => ({ wait: 1, asking: limit }));
        let sum = 0;
        for (const { day, given } of give(newGoal(byImpressions(limit)), hours)) {
          sum += given;
          const even = Math.min(limit, (limit * day) / PACE_DAYS);
          expect(Math.abs(sum - Math.max(PACE_START, even))).toBeLessThan(1.01);
        }
        expect(sum).toBe(limit);
      }),
    );
  });
});
