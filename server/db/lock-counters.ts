import type { Db } from './connection.ts';

/** Whoever changes the counters of many rows, or sets them right, does so alone until the transaction ends. */
export async function lockCounters(tx: Db): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('counters', 0))`;
}
