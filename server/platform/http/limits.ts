import type { Db } from '../db/connection.ts';
import { tooManyRequests } from './errors.ts';

/** Counts calls in the database, so that any number of processes share one count. */
export interface Limits extends Counting {
  /**
   * For limits that protect users instead of the machine, such as tries at a password. A factor above 1 doesn't loosen
   * these.
   */
  strict: Counting;
}

interface Counting {
  /**
   * Takes one call out of `max` per `seconds` for this key; throws 429 when none is left. Returns how many were taken
   * in this window, including this one; 0 if limits are off.
   * @param key names the count, such as `login:address:account`
   * @param count the number of calls that this one counts for. It is cut to the maximum, so that the first call of a
   * window always passes. A refused call counts once.
   */
  take(key: string, max: number, seconds: number, message?: string, count?: number): Promise<number>;
  /** Throws the 429 of `take` if no call is left for this key, without taking one. */
  check(key: string, max: number, message?: string): Promise<void>;
  /** Gives a call back that turns out not to count. Pass the same numbers as to `take`. */
  refund(key: string, max?: number, count?: number): Promise<void>;
  /** Resets the count, for example after a right password. */
  reset(key: string): Promise<void>;
}

/**
 * @param db a pool of its own, so that counts survive a rollback of the caller's transaction, and a call never waits
 * for a connection that its caller holds
 * @param factor multiplies every maximum; 0 turns the limits off
 */
export const createLimits = (db: Db, factor: number): Limits => ({
  ...countBy(db, factor),
  strict: countBy(db, Math.min(1, factor)),
});

function countBy(db: Db, factor: number): Counting {
  const scaledCount = (max: number, count: number) => Math.max(1, Math.min(count, Math.floor(max * factor)));
  return {
    async take(key, max, seconds, message, count = 1) {
      if (factor === 0) return 0;
      const amount = scaledCount(max, count);
      const [{ taken, left }] = await db<[{ taken: number; left: number }]>`
        insert into rate_limits (key, window_ends, taken)
        values (${key}, now() + make_interval(secs => ${seconds}), ${amount})
        on conflict (key) do update set
          taken = case when rate_limits.window_ends < now() then ${amount} else rate_limits.taken + ${amount} end,
          window_ends = case when rate_limits.window_ends < now() then excluded.window_ends else rate_limits.window_ends end
        returning taken,
          least(${seconds}, greatest(1, ceil(extract(epoch from window_ends - now()))))::int as left`;
      if (taken <= max * factor) return taken;
      if (amount > 1) await db`update rate_limits set taken = greatest(0, taken - ${amount - 1}) where key = ${key}`;
      throw tooManyRequests(message, left);
    },
    async check(key, max, message) {
      if (factor === 0) return;
      const [full] = await db<{ left: number }[]>`
        select greatest(1, ceil(extract(epoch from window_ends - now())))::int as left from rate_limits
        where key = ${key} and window_ends >= now() and taken >= ${max * factor}`;
      if (full !== undefined) throw tooManyRequests(message, full.left);
    },
    async refund(key, max = 1, count = 1) {
      await db`update rate_limits set taken = greatest(0, taken - ${scaledCount(max, count)}) where key = ${key}`;
    },
    async reset(key) {
      await db`delete from rate_limits where key = ${key}`;
    },
  };
}
