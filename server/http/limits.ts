import type { Db } from '../db/connection.ts';
import { tooMany } from './errors.ts';

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
   * in this window, this one included; 0 where limits are off.
   * @param key what is counted, such as `login:address:account`
   * @param count for how many this call counts: for no more than there are in all, so that the first of a window passes.
   *   One that is refused counts once.
   */
  take(key: string, max: number, seconds: number, message?: string, count?: number): Promise<number>;
  /** Throws the 429 of `take` when none is left for this key, and takes none. */
  check(key: string, max: number, message?: string): Promise<void>;
  /** Gives a call back that turned out to be none of those that are counted, with the numbers that it was taken with. */
  refund(key: string, max?: number, count?: number): Promise<void>;
  /** Gives the whole count back, as after a right password. */
  reset(key: string): Promise<void>;
}

/**
 * @param db a pool of its own: transactions of another count in it, and never wait for a connection that they hold themselves
 * @param factor multiplies every maximum; 0 turns the limits off
 */
export const createLimits = (db: Db, factor: number): Limits => ({
  ...countBy(db, factor),
  strict: countBy(db, Math.min(1, factor)),
});

function countBy(db: Db, factor: number): Counting {
  const askedFor = (max: number, count: number) => Math.max(1, Math.min(count, Math.floor(max * factor)));
  return {
    async take(key, max, seconds, message, count = 1) {
      if (factor === 0) return 0;
      const asked = askedFor(max, count);
      const [{ taken, left }] = await db<[{ taken: number; left: number }]>`
        insert into rate_limits (key, window_ends, taken)
        values (${key}, now() + make_interval(secs => ${seconds}), ${asked})
        on conflict (key) do update set
          taken = case when rate_limits.window_ends < now() then ${asked} else rate_limits.taken + ${asked} end,
          window_ends = case when rate_limits.window_ends < now() then excluded.window_ends else rate_limits.window_ends end
        returning taken,
          least(${seconds}, greatest(1, ceil(extract(epoch from window_ends - now()))))::int as left`;
      if (taken <= max * factor) return taken;
      if (asked > 1) await db`update rate_limits set taken = greatest(0, taken - ${asked - 1}) where key = ${key}`;
      throw tooMany(message, left);
    },
    async check(key, max, message) {
      if (factor === 0) return;
      const [full] = await db<{ left: number }[]>`
        select greatest(1, ceil(extract(epoch from window_ends - now())))::int as left from rate_limits
        where key = ${key} and window_ends >= now() and taken >= ${max * factor}`;
      if (full !== undefined) throw tooMany(message, full.left);
    },
    async refund(key, max = 1, count = 1) {
      await db`update rate_limits set taken = greatest(0, taken - ${askedFor(max, count)}) where key = ${key}`;
    },
    async reset(key) {
      await db`delete from rate_limits where key = ${key}`;
    },
  };
}
