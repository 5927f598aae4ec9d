import type { FastifyRequest } from 'fastify';
import { readAs } from '../db/reading.ts';
import type { Actor } from './actor.ts';
import { callerOf } from './caller.ts';
import { tooMany } from './errors.ts';
import type { Route } from './route.ts';

/** Milliseconds of work for one caller in each second: 5 percent of a machine with two processors. */
const PER_SECOND = 100;
/** Milliseconds that a caller who was quiet for a minute can use at once. */
const AT_ONCE = 60 * PER_SECOND;
/** Callers whose use is known; those beyond were quiet for longer than most. */
const MOST_CALLERS = 10_000;

const USED_UP = 'Your network has asked for more than this server can work on for it. Wait a moment and try again.';

/** For whom something is made, and what. */
export interface Order {
  /** As `callerOf` names it. */
  caller: string;
  /** The call or page, such as `GET /api/home`. */
  kind: string;
  isVisitor: boolean;
  /** It only reads: its statements take their kind's turns (`server/db/reading.ts`). */
  isRead: boolean;
}

/** What making answers costs, and who ordered it. */
export interface Work {
  /**
   * Makes an answer, and takes the time of the event loop and of the statements from what the caller may use. Throws 429
   * before anything is made when nothing is left of that. Kept answers don't come here.
   */
  make<T>(order: Order, make: () => Promise<T>): Promise<T>;
}

/** @param factor multiplies what a caller may use; 0 turns the limit off */
export function createWork(factor: number, { clock = () => performance.now(), cpu = ownTime } = {}): Work {
  const budget = createBudget(PER_SECOND * factor, AT_ONCE * factor, clock);
  const shares = createShares(cpu);
  return {
    async make({ caller, kind, isVisitor, isRead }, make) {
      if (factor > 0) budget.check(caller);
      const reading = { kind, isVisitor, spent: 0 };
      const leave = shares.enter();
      try {
        return await (isRead ? readAs(reading, make) : make());
      } finally {
        const worked = leave() + reading.spent;
        if (factor > 0) budget.take(caller, worked);
      }
    },
  };
}

/** A route whose answers are made in their caller's share. What lasts long without any work, such as an upload, is not counted. */
export function inShares(work: Work, route: Route): Route {
  const { endpoint, handler, forMember } = route;
  if (endpoint.multipart !== null || endpoint.type === 'text/event-stream') return route;
  const orderOf = (request: FastifyRequest, actor: Actor | null): Order => ({
    caller: callerOf(request),
    kind: `${endpoint.method} ${endpoint.path}`,
    isVisitor: actor === null,
    isRead: endpoint.onlyReads ?? !endpoint.changesState,
  });
  return {
    ...route,
    handler: (call) => work.make(orderOf(call.request, call.actor), () => handler(call)),
    ...(forMember && {
      forMember: (actor, request) => {
        const makeOwn = forMember(actor, request);
        return makeOwn && ((visitors) => work.make(orderOf(request, actor), () => makeOwn(visitors)));
      },
    }),
  };
}

/** Milliseconds that this thread has worked: what children and other threads do is not the event loop's. */
const ownTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** What is left for each caller, filled up with time. A single answer may take more than is left: it is paid back later. */
function createBudget(perSecond: number, most: number, clock: () => number) {
  const known = new Map<string, { left: number; at: number }>();
  const leftOf = (caller: string): number => {
    const { left, at } = known.get(caller) ?? { left: most, at: 0 };
    return Math.min(most, left + ((clock() - at) / 1000) * perSecond);
  };
  return {
    check(caller: string): void {
      const left = leftOf(caller);
      if (left <= 0) throw tooMany(USED_UP, Math.max(1, Math.ceil(-left / perSecond)));
    },
    take(caller: string, worked: number): void {
      const left = leftOf(caller) - worked;
      // Those that used something last are behind all others.
      known.delete(caller);
      known.set(caller, { left, at: clock() });
      if (known.size <= MOST_CALLERS) return;
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    },
  };
}

/**
 * Shares the thread's time among those that are being made: each second of work costs every one of them the same part. Who
 * is alone pays for all of it, and the sum of all parts is what was worked.
 */
function createShares(cpu: () => number) {
  let inside = 0;
  let seen = 0;
  let each = 0;
  const count = (): void => {
    const now = cpu();
    if (inside > 0) each += (now - seen) / inside;
    seen = now;
  };
  return {
    enter(): () => number {
      count();
      inside += 1;
      const before = each;
      return () => {
        count();
        inside -= 1;
        return each - before;
      };
    },
  };
}
