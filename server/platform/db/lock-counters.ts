import type { Db } from './connection.ts';

/**
 * Locks all counters until the transaction ends. Transactions that change or repair the counters of many rows must call
 * it first, so that only one of them runs at a time.
 */
export async function lockCounters(tx: Db): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('counters', 0))`;
}
