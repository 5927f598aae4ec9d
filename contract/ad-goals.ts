import * as z from 'zod/mini';
import { Time } from './values.ts';

const WindowType = z.enum(['date', 'impressions'], 'Limit type is required.');

/** How long an ad runs: until a moment, or until it was shown so often. */
export interface AdWindow {
  type: z.infer<typeof WindowType>;
  startDate: Date;
  /** Of a window by date alone. */
  endDate: Date | null;
  /** Of a window by impressions alone. */
  impressionLimit: number | null;
}

/** What an ad is to reach, and what it has reached. Another window is another goal. */
export interface AdGoal {
  window: AdWindow;
  impressions: number;
  clicks: number;
  skips: number;
  /** Seconds until the skips, all together. */
  skipSeconds: number;
  /** From when its impressions are spread: its start, moved on by what it fell behind. */
  pacedFrom: Date;
  /** Another goal took its place: its figures stay as they are. */
  closed: boolean;
}

/** `waiting` has not begun; `ended` is over by date, `met` by impressions; `closed` was followed by another goal. */
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
 * The goal that follows from an event; null when the event may not happen. Only a running goal takes impressions. Clicks
 * and skips belong to a showing that was counted, so they come in until another goal takes its place.
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

/** Type, start, end and total impressions: what of a window makes it another goal. */
export const isSameWindow = (one: AdWindow, other: AdWindow): boolean =>
  one.type === other.type &&
  one.startDate.getTime() === other.startDate.getTime() &&
  one.endDate?.getTime() === other.endDate?.getTime() &&
  one.impressionLimit === other.impressionLimit;

/** Days over which the impressions of a goal are spread. */
export const PACE_DAYS = 30;
/** Impressions that any goal may have at once, however early it is: smaller goals are not spread. */
export const PACE_START = 100;

const DAY = 86_400_000;

/**
 * A goal whose spreading begins later by what it fell behind more than a day: what was missed while nobody was shown ads, or
 * before the goal was made, is not made up for at once. It has no end, so it takes longer.
 * @param taken its impressions, and those that are kept for showings under way
 */
export function keepPace<Goal extends AdGoal>(goal: Goal, taken: number, at: Date): Goal {
  const { impressionLimit } = goal.window;
  if (impressionLimit === null) return goal;
  const days = (taken * PACE_DAYS) / impressionLimit + 1;
  const earliest = new Date(at.getTime() - days * DAY);
  return earliest > goal.pacedFrom ? { ...goal, pacedFrom: earliest } : goal;
}

/**
 * How a goal by impressions is spread: `days` over which it is, and `aDay`, how many impressions each of them has at the most
 * (on a day after others that fell short: those that one day missed, too). Null for a total that may be reached at once.
 */
export const spreadOf = (impressionLimit: number): { days: number; aDay: number } | null =>
  impressionLimit > PACE_START ? { days: PACE_DAYS, aDay: Math.ceil(impressionLimit / PACE_DAYS) } : null;

/** How many impressions a goal may have had by now, so that it is spread evenly; Infinity for a goal by date. */
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

/** A window as it is read. */
export const AdWindowOut = z.object({
  type: WindowType,
  startDate: Time,
  endDate: z.nullable(Time),
  impressionLimit: z.nullable(z.int()),
  metImpressions: z.boolean(),
});

/** What a goal has reached. `avgDuration` is in seconds, null without skips. */
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
