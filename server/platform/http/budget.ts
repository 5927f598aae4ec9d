import { LRUCache } from 'lru-cache';
import { tooManyRequests } from './errors.ts';

/** Seconds of saved work that can be used at once, after an equally long rest. */
const SAVED = 60;
/** Number of callers whose use is remembered. If there are more, those without a call for the longest are forgotten. */
const MOST_PAYERS = 10_000;

/** How much work callers may order, in milliseconds. */
export interface Budget {
  /** Throws 429 if nothing is left. */
  check(name: string): void;
  take(name: string, worked: number): void;
}

/** Milliseconds that this thread has worked. The work of child processes and other threads doesn't count. */
export const ownTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Each payer's remaining budget, which refills over time. A single answer may cost more than what remains; the payer is
 * then refused until the debt is paid by time.
 */
export function createBudget(perSecond: number, usedUp: string, clock: () => number): Budget {
  const most = SAVED * perSecond;
  const known = new LRUCache<string, { left: number; at: number }>({ max: MOST_PAYERS });
  const leftOf = (name: string): number => {
    const { left, at } = known.get(name) ?? { left: most, at: 0 };
    return Math.min(most, left + ((clock() - at) / 1000) * perSecond);
  };
  return {
    check(name: string): void {
      const left = leftOf(name);
      if (left <= 0) throw tooManyRequests(usedUp, Math.max(1, Math.ceil(-left / perSecond)));
    },
    take(name: string, worked: number): void {
      known.set(name, { left: leftOf(name) - worked, at: clock() });
    },
  };
}
