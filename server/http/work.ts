import type { FastifyRequest } from 'fastify';
import { readAs } from '../db/reading.ts';
import type { Actor } from './actor.ts';
import { UNKNOWN, callerOf } from './caller.ts';
import { tooMany } from './errors.ts';
import type { Route } from './route.ts';

/** Milliseconds of work for one account, or for all visitors of a network, in each second: 5 percent of two processors. */
const PER_SECOND = 100;
/** What all members of a network read together, in shares of one account: a school, or a carrier, has one address. */
const ACCOUNTS_OF_A_NETWORK = 10;
/** Seconds whose work can be used at once, after as long a rest. */
const SAVED = 60;
/** Those whose use is known; those beyond were quiet for longer than most. */
const MOST_CALLERS = 10_000;

const USED_UP = 'You have asked for more than this server can work on for you. Wait a moment and try again.';
const NETWORK_USED_UP =
  'Your network has asked for more than this server can work on for it. Wait a moment and try again.';

/** Who asked, and pays for what is made. */
export interface Payer {
  /** As `callerOf` names it. */
  network: string;
  /** Null for a visitor. */
  account: string | null;
}

export const payerOf = (request: FastifyRequest): Payer => ({
  network: callerOf(request),
  account: request.actor?.userId ?? null,
});

/** For whom something is made, and what. */
export interface Order {
  payer: Payer;
  /** The call or page, such as `GET /api/home`. */
  kind: string;
  /** It is made as for a visitor, also where a member asked. */
  isVisitor: boolean;
  /** It only reads: its statements take their kind's turns (`server/db/reading.ts`). */
  isRead: boolean;
}

/** What making answers costs, and who ordered it. */
export interface Work {
  /** Throws 429 when nothing is left of what the payer may use. Whoever makes an answer for others as well asks first. */
  check(order: Order): void;
  /**
   * Makes an answer, and takes the time of the event loop and of the statements from what the payer may use, after `check`.
   * Kept answers don't come here.
   */
  make<T>(order: Order, make: () => Promise<T>): Promise<T>;
}

/** @param factor multiplies what everybody may use; 0 turns the limit off */
export function createWork(factor: number, { clock = () => performance.now(), cpu = ownTime } = {}): Work {
  const ofVisitors = createBudget(PER_SECOND * factor, NETWORK_USED_UP, clock);
  const ofAccounts = createBudget(PER_SECOND * factor, USED_UP, clock);
  const ofMembers = createBudget(PER_SECOND * factor * ACCOUNTS_OF_A_NETWORK, NETWORK_USED_UP, clock);
  const shares = createShares(cpu);
  /**
   * Members pay from their account. What comes from one network pays from that alone where it reads, so that nobody is kept
   * from signing in, or from saving, by what others read: writes are counted call by call. Networks that are not known
   * would be one.
   */
  const paidFrom = ({ payer: { network, account }, isRead }: Order): [Budget, string][] => {
    if (factor === 0) return [];
    const own: [Budget, string][] = account === null ? [] : [[ofAccounts, account]];
    if (!isRead || network === UNKNOWN) return own;
    return [...own, [account === null ? ofVisitors : ofMembers, network]];
  };
  const check = (order: Order): void => {
    for (const [budget, name] of paidFrom(order)) budget.check(name);
  };
  return {
    check,
    async make(order, make) {
      check(order);
      const { kind, isVisitor, isRead } = order;
      const reading = { kind, isVisitor, spent: 0 };
      const leave = shares.enter();
      try {
        return await (isRead ? readAs(reading, make) : make());
      } finally {
        const worked = leave() + reading.spent;
        for (const [budget, name] of paidFrom(order)) budget.take(name, worked);
      }
    },
  };
}

/** A route whose answers are made in their caller's share. What lasts long without any work, such as an upload, is not counted. */
export function inShares(work: Work, route: Route): Route {
  const { endpoint, handler, forMember } = route;
  if (endpoint.multipart !== null || endpoint.type === 'text/event-stream') return route;
  const orderOf = (request: FastifyRequest, actor: Actor | null): Order => ({
    payer: payerOf(request),
    kind: `${endpoint.method} ${endpoint.path}`,
    isVisitor: actor === null,
    // Sign-ins at a provider are GETs, too.
    isRead: !endpoint.path.startsWith('/auth/') && (endpoint.onlyReads ?? !endpoint.changesState),
  });
  return {
    ...route,
    check: (request) => work.check(orderOf(request, null)),
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

type Budget = ReturnType<typeof createBudget>;

/** What is left for each payer, filled up with time. A single answer may take more than is left: it is paid back later. */
function createBudget(perSecond: number, usedUp: string, clock: () => number) {
  const most = SAVED * perSecond;
  const known = new Map<string, { left: number; at: number }>();
  const leftOf = (name: string): number => {
    const { left, at } = known.get(name) ?? { left: most, at: 0 };
    return Math.min(most, left + ((clock() - at) / 1000) * perSecond);
  };
  return {
    check(name: string): void {
      const left = leftOf(name);
      if (left <= 0) throw tooMany(usedUp, Math.max(1, Math.ceil(-left / perSecond)));
    },
    take(name: string, worked: number): void {
      const left = leftOf(name) - worked;
      // Those that used something last are behind all others.
      known.delete(name);
      known.set(name, { left, at: clock() });
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
