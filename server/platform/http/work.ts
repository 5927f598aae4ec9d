import type { FastifyRequest } from 'fastify';
import { readAs } from '../db/reading.ts';
import type { Actor } from './actor.ts';
import { type Budget, createBudget, ownTime } from './budget.ts';
import { UNKNOWN, callerOf } from './caller.ts';
import type { Route } from './route.ts';

/** Milliseconds of work for one account, or for all visitors of a network, in each second: 5 percent of two processors. */
export const PER_SECOND = 100;
/**
 * Shares of an account that all members of a network can use together for reading, because a school or a carrier has
 * one address.
 */
const ACCOUNTS_OF_A_NETWORK = 10;

const USED_UP = 'You have asked for more than this server can work on for you. Wait a moment and try again.';
export const NETWORK_USED_UP =
  'Your network has asked for more than this server can work on for it. Wait a moment and try again.';

/** The caller that pays for the work of an answer. */
export interface Payer {
  /** Named by `callerOf`. */
  network: string;
  /** Null for a visitor. */
  account: string | null;
}

export const payerOf = (request: FastifyRequest): Payer => ({
  network: callerOf(request),
  account: request.actor?.userId ?? null,
});

/** An answer to render, and the caller that pays for it. */
export interface Order {
  payer: Payer;
  /** The call or page, such as `GET /api/home`. */
  kind: string;
  /** True if the answer is the one for visitors, even if a member requested it. */
  isVisitor: boolean;
  /** True if the answer only reads, so that its statements take their kind's turns (`server/platform/db/reading.ts`). */
  isRead: boolean;
}

/** Counts the work of answers, and limits it for each payer. */
export interface Work {
  /**
   * Throws 429 if the payer's budget is used up. Call it before rendering an answer that other callers also wait for.
   */
  check(order: Order): void;
  /**
   * Renders an answer after `check`, and charges the payer's budgets for its time on the event loop and in statements.
   * Cached answers don't use this.
   */
  make<T>(order: Order, make: () => Promise<T>): Promise<T>;
}

/** @param factor multiplies all budgets; 0 turns the limit off */
export function createWork(factor: number, { clock = () => performance.now(), cpu = ownTime } = {}): Work {
  const ofVisitors = createBudget(PER_SECOND * factor, NETWORK_USED_UP, clock);
  const ofAccounts = createBudget(PER_SECOND * factor, USED_UP, clock);
  const ofMembers = createBudget(PER_SECOND * factor * ACCOUNTS_OF_A_NETWORK, NETWORK_USED_UP, clock);
  const shares = createShares(cpu);
  /**
   * Members pay from their account. Reads also pay from a budget of the network: one for its visitors, another for its
   * members. Writes and sign-ins don't, so that the reads of other users can't block them; visitors' writes are limited
   * call by call. Unknown networks would all share one budget, so they have none.
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

/**
 * Wraps a route so that the caller pays for its answers. Uploads and event streams aren't counted, because they last
 * long without any work.
 */
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

/**
 * Divides the thread's time equally among the answers in progress. A single answer in progress pays for all of it, and
 * the sum of all shares is the time worked.
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
