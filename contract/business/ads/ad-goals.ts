import * as z from 'zod/mini';
import { Time } from '../../platform/lib/values.ts';

const WindowType = z.enum(['date', 'impressions'], 'Limit type is required.');

/** How long an ad runs: until a date, or until it was shown a number of times. */
export interface AdWindow {
  type: z.infer<typeof WindowType>;
  startDate: Date;
  /** The end of a window by date; null for a window by impressions. */
  endDate: Date | null;
  /** The total of a window by impressions; null for a window by date. */
  impressionLimit: number | null;
}

/**
 * The impressions or dates that an ad must reach, and its figures so far. A changed window makes a new goal. A showing
 * is one display of the ad to one listener; it counts as an impression once the listener has seen it for long enough.
 */
export interface AdGoal {
  window: AdWindow;
  impressions: number;
  clicks: number;
  skips: number;
  /** Sum of the seconds until each skip. */
  skipSeconds: number;
  /** The time from which the impressions are spread: the start, moved later by the time that the goal fell behind. */
  pacedFrom: Date;
  /** True once another goal has replaced this one; its figures no longer change. */
  closed: boolean;
}

/** `waiting`: not begun; `ended`: over by date; `met`: all impressions reached; `closed`: replaced by another goal. */
export const AdGoalState = z.enum(['waiting', 'running', 'ended', 'met', 'closed']);
export type AdGoalState = z.infer<typeof AdGoalState>;

export type AdGoalEvent =
  { type: 'impression' | 'clicked' } | { type: 'skipped'; seconds: number } | { type: 'change'; window: AdWindow };

export function stateOfGoal({ window, impressions, closed }: AdGoal, at: Date): AdGoalState {
  if (closed) return 'closed';
  if (window.impressionLimit !== null && impressions >= window.impressionLimit) return 'met';
  if (at < window.startDate) return 'waiting';
  return window.endDate !== null && at >= window.endDate ? 'ended' : 'running';
}

/**
 * The goal after an event; null if the event isn't allowed. Only a running goal counts impressions. Clicks and skips
 * belong to a showing that was counted, so they are accepted until another goal replaces this one.
 */
export function nextGoal(goal: AdGoal, event: AdGoalEvent, at: Date): AdGoal | null {
  const state = stateOfGoal(goal, at);
  if (state === 'closed') return null;
  switch (event.type) {
    case 'change':
      return isSameWindow(goal.window, event.window) ? null : { ...goal, closed: true };
    case 'impression':
      return state === 'running' ? { ...goal, impressions: goal.impressions + 1 } : null;
    case 'clicked':
      return state === 'waiting' ? null : { ...goal, clicks: goal.clicks + 1 };
    case 'skipped':
      return state === 'waiting'
        ? null
        : { ...goal, skips: goal.skips + 1, skipSeconds: goal.skipSeconds + event.seconds };
  }
}

export const newGoal = (window: AdWindow): AdGoal => ({
  window,
  impressions: 0,
  clicks: 0,
  skips: 0,
  skipSeconds: 0,
  pacedFrom: window.startDate,
  closed: false,
});

/** True if type, start, end and total impressions are equal; a difference in one of them makes a new goal. */
export const isSameWindow = (one: AdWindow, other: AdWindow): boolean =>
  one.type === other.type &&
  one.startDate.getTime() === other.startDate.getTime() &&
  one.endDate?.getTime() === other.endDate?.getTime() &&
  one.impressionLimit === other.impressionLimit;

/** Days over which the impressions of a goal are spread. */
export const PACE_DAYS = 30;
/** Impressions that every goal may have at once, however early. A goal with at most this total is not spread. */
export const PACE_START = 100;

const DAY = 86_400_000;

/**
 * Moves the start of the spreading later for a goal that fell behind by more than a day, so that impressions missed
 * while no ads were shown, or before the goal was made, are not made up for at once. A goal by impressions has no end
 * date, so it just takes longer.
 * @param taken impressions counted so far, plus those reserved for showings that have begun but aren't counted yet
 */
export function adjustPace<Goal extends AdGoal>(goal: Goal, taken: number, at: Date): Goal {
  const { impressionLimit } = goal.window;
  if (impressionLimit === null) return goal;
  const days = (taken * PACE_DAYS) / impressionLimit + 1;
  const earliest = new Date(at.getTime() - days * DAY);
  return earliest > goal.pacedFrom ? { ...goal, pacedFrom: earliest } : goal;
}

/**
 * How a goal by impressions is spread: over `days` days, with at most `aDay` impressions a day (more after days that
 * fell short: one day's missed impressions may be added). Null for a total small enough to be reached at once.
 */
export const spreadOf = (impressionLimit: number): { days: number; aDay: number } | null =>
  impressionLimit > PACE_START ? { days: PACE_DAYS, aDay: Math.ceil(impressionLimit / PACE_DAYS) } : null;

/** How many impressions a goal may have had by now to be spread evenly; Infinity for a goal by date. */
export function paceOf({ window, pacedFrom }: AdGoal, at: Date): number {
  if (window.impressionLimit === null) return Infinity;
  const days = (at.getTime() - pacedFrom.getTime()) / DAY;
  const even = Math.ceil((window.impressionLimit * days) / PACE_DAYS);
  return Math.min(window.impressionLimit, Math.max(PACE_START, even));
}

const DATE = 'Date is not a valid format.';
const moment = (missing: string) =>
  z.string(missing).check(
    z.minLength(1, missing),
    z.refine((text) => text === '' || isMoment(text), DATE),
  );
const isMoment = (text: string): boolean =>
  /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) && !Number.isNaN(Date.parse(text));

const LIMIT = 'Total Impressions is a whole number from 1.';

/** A window as an administrator sends it: moments as ISO 8601 in UTC. */
export const AdWindowInput = z.discriminatedUnion(
  'type',
  [
    z
      .object({
        type: z.literal('date'),
        startDate: moment('Start date is required.'),
        endDate: moment('End date is required.'),
      })
      .check(
        z.refine(({ startDate, endDate }) => Date.parse(startDate) < Date.parse(endDate), {
          path: ['endDate'],
          error: 'The end must come after the start.',
        }),
      ),
    z.object({
      type: z.literal('impressions'),
      startDate: moment('Start date is required.'),
      impressionLimit: z
        .number('Total Impressions is required.')
        .check(z.int(LIMIT), z.minimum(1, LIMIT), z.maximum(1_000_000_000, LIMIT)),
    }),
  ],
  'Limit type is required.',
);
export type AdWindowInput = z.infer<typeof AdWindowInput>;

export const windowOf = (input: AdWindowInput): AdWindow => ({
  type: input.type,
  startDate: new Date(input.startDate),
  endDate: input.type === 'date' ? new Date(input.endDate) : null,
  impressionLimit: input.type === 'impressions' ? input.impressionLimit : null,
});

/** A window as the API returns it. */
export const AdWindowOut = z.object({
  type: WindowType,
  startDate: Time,
  endDate: z.nullable(Time),
  impressionLimit: z.nullable(z.int()),
  metImpressions: z.boolean(),
});

/** The figures of a goal. `avgDuration` is in seconds, null without skips. */
export const AdStats = z.object({
  impression: z.object({ total: z.int() }),
  clicked: z.object({ total: z.int() }),
  skipped: z.object({ total: z.int(), avgDuration: z.nullable(z.number()) }),
});
export type AdStats = z.infer<typeof AdStats>;

export const statsOfGoal = ({ impressions, clicks, skips, skipSeconds }: AdGoal): AdStats => ({
  impression: { total: impressions },
  clicked: { total: clicks },
  skipped: { total: skips, avgDuration: skips === 0 ? null : Math.round((skipSeconds / skips) * 10) / 10 },
});
