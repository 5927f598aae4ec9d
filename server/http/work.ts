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

/** The caller who pays for the work of an answer. */
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

/** An answer to make, and who pays for it. */
export interface Order {
  payer: Payer;
  /** The call or page, such as `GET /api/home`. */
  kind: string;
  /** The answer is the one for visitors, also if a member asked. */
  isVisitor: boolean;
  /** The answer only reads, so its statements take their kind's turns (`server/db/reading.ts`). */
  isRead: boolean;
}

/** Counts the work of answers, and limits it for each payer. */
export interface Work {
  /** Throws 429 if the payer's budget is used up. Call it before making an answer that other callers wait for, too. */
  check(order: Order): void;
  /**
   * Makes an answer after `check`, and takes its time of the event loop and of statements from the payer's budgets.
   * Kept answers don't use this.
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
   * members. Writes and sign-ins never do, so that the reads of others can't block them; visitors' writes are limited
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
 * A route whose answers are paid by their caller. Uploads and streams of events are not counted, because they last long
 * without any work.
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
 * Divides the thread's time equally among the answers that are being made at that moment. An answer that is made alone
 * pays for all of it, and the sum of all shares is the time worked.
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
