import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AdGoal,
  type AdGoalEvent,
  type AdWindow,
  PACE_DAYS,
  PACE_START,
  isSameWindow,
  keepPace,
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

/** Every step of a goal's life: what it was, what happened when, what it became. */
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

describe('the life of a goal', () => {
  it('runs by date inside its window and no longer', () => {
    const goal = newGoal(byDate);
    const states = [later(-1), START, later(29), later(30), later(31)].map((at) => stateOfGoal(goal, at));
    expect(states).toEqual(['waiting', 'running', 'running', 'ended', 'ended']);
  });

  it('runs by impressions until the last of them', () => {
    let goal: AdGoal = newGoal(byImpressions(2));
    expect(stateOfGoal(goal, later(-1))).toBe('waiting');
    for (const state of ['running', 'met'] as const) {
      goal = nextGoal(goal, { type: 'impression' }, later(400)) ?? goal;
      expect(stateOfGoal(goal, later(400))).toBe(state);
    }
    expect(nextGoal(goal, { type: 'impression' }, later(400))).toBeNull();
    expect(nextGoal(goal, { type: 'clicked' }, later(400))?.clicks).toBe(1);
  });

  it('is another one with another type, start, end or total, and the same one with the same', () => {
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

  it('takes nothing more once another one took its place', () => {
    fc.assert(
      fc.property(anyWindow, anyLife, (window, events) => {
        for (const { before, after } of live(window, events)) if (before.closed) expect(after).toBeNull();
      }),
    );
  });

  it('counts impressions while it runs alone, and never more than its total', () => {
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

  it('AD-25 gives its figures: totals, and the mean of the seconds until a skip', () => {
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
  it('spreads its impressions evenly, and lets small goals go at once', () => {
    expect(paceOf(newGoal(byDate), later(1))).toBe(Infinity);
    expect(paceOf(newGoal(byImpressions(2)), START)).toBe(2);
    const large = newGoal(byImpressions(30_000));
    expect(paceOf(large, START)).toBe(PACE_START);
    expect(paceOf(large, later(1))).toBe(1000);
    expect(paceOf(large, later(PACE_DAYS / 2))).toBe(15_000);
    expect(paceOf(large, later(PACE_DAYS * 2))).toBe(30_000);
  });

  it('makes up for a day at the most, however long nobody was shown ads', () => {
    const large = newGoal(byImpressions(30_000));
    expect(paceOf(keepPace(large, 0, later(20)), later(20))).toBe(1000);
    expect(paceOf(keepPace(large, 20_000, later(20)), later(20))).toBe(20_000);
    expect(paceOf(keepPace(large, 5000, later(20)), later(20))).toBe(6000);
    expect(keepPace(newGoal(byDate), 5, later(20))).toEqual(newGoal(byDate));
  });

  /** Who asks for it: so many at once, so many hours after those before. */
  const anyCrowds = fc.array(
    fc.record({
      wait: fc.oneof(fc.double({ min: 0, max: 30, noNaN: true }), fc.integer({ min: 0, max: 24 * 40 })),
      asking: fc.integer({ min: 0, max: 5000 }),
    }),
    { maxLength: 60 },
  );
  /** Gives a goal to whoever asks for it, as the server does; how many of each crowd had it, and when. */
  function give(goal: AdGoal, crowds: readonly { wait: number; asking: number }[]) {
    let [now, current] = [0, goal];
    return crowds.map(({ wait, asking }) => {
      now += wait / 24;
      const at = later(now);
      current = keepPace(current, current.impressions, at);
      const given = Math.max(0, Math.min(asking, paceOf(current, at) - current.impressions));
      current = { ...current, impressions: current.impressions + given };
      return { day: now, given };
    });
  }

  it('never gives more than the share of a time, and of one day beside it, whoever asks when', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), anyCrowds, (limit, crowds) => {
        const steps = give(newGoal(byImpressions(limit)), crowds);
        expect(steps.reduce((sum, { given }) => sum + given, 0)).toBeLessThanOrEqual(limit);
        const share = limit / PACE_DAYS;
        for (const [first, from] of steps.entries()) {
          let sum = 0;
          for (const { day, given } of steps.slice(first)) {
            sum += given;
            // What a goal may have at once at its beginning is beside that.
            expect(sum).toBeLessThanOrEqual(Math.ceil(share * (day - from.day + 1)) + PACE_START + 1);
          }
        }
      }),
    );
  });

  it('is even where there are always some who ask, and reaches the total after its days', () => {
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
