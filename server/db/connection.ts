import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { callBeforeCommit } from './before-commit.ts';

/** A connection pool or a transaction: what every query function takes first. */
export type Db = postgres.ISql;
export type Pool = postgres.Sql;
export type Tx = postgres.TransactionSql;

export interface Connecting {
  /** Connections at the most. */
  max?: number;
  /** What the server's list of sessions shows. */
  name?: string;
  /**
   * For what a session holds, such as advisory locks: its connections are kept however long they are idle or old, and
   * this is called when one closed all the same, and what it held is gone.
   */
  onLost?: () => void;
  /** Milliseconds after which the server ends a statement; when left out, it takes what it takes. */
  statementTimeout?: number;
}

/**
 * For a web process: ten times what its slowest statement takes on a slow machine, and less than anybody waits for an
 * answer (503). Jobs and migrations take what they take.
 */
export const STATEMENT_TIMEOUT = 10_000;

/** Opens a pool; nothing is connected before the first query. Times are UTC, bigint comes as a number (counters stay below 2^53). */
export function connect(url: string, options: Connecting = {}): Pool {
  return postgres(url, {
    max: options.max ?? 10,
    ...(options.onLost ? { idle_timeout: 0, max_lifetime: null, onclose: options.onLost } : { idle_timeout: 60 }),
    connect_timeout: 10,
    // Seconds before the next try; the driver's own pauses grow to 20, long after the database is back.
    backoff: (tries: number) => Math.min(0.01 * 2 ** tries, 1),
    onnotice: () => {},
    connection: {
      application_name: options.name ?? 'scoville',
      TimeZone: 'UTC',
      ...(options.statementTimeout === undefined ? {} : { statement_timeout: options.statementTimeout }),
      // A machine that is switched off says no goodbye: what its session holds is free in half a minute, not in two hours.
      ...(options.onLost ? { tcp_keepalives_idle: 15, tcp_keepalives_interval: 5, tcp_keepalives_count: 3 } : {}),
    },
    types: {
      bigint: {
        to: 20,
        from: [20],
        parse: (text: string) => Number(text),
        serialize: (value: number) => String(value),
      },
    },
  });
}

/** Of transactions that wait for each other PostgreSQL ends one (SQLSTATE `deadlock_detected`), which is to be tried again. */
const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Runs `work` in one transaction on a connection of the pool. It runs again after a deadlock, so what it does outside of its
 * transaction may come twice.
 */
export async function transaction<T>(db: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return (await db.begin(async (tx) => {
        const result = await work(tx);
        await callBeforeCommit(tx);
        return result;
      })) as T;
    } catch (error) {
      if (tries === TRIES || (error as { code?: unknown }).code !== DEADLOCK) throw error;
      // The other one wakes up meanwhile and goes on: what is faster would take from it again what it waited for.
      await setTimeout(tries * (20 + 80 * Math.random()));
    }
}

/** The name of the constraint that a write broke, or null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof postgres.PostgresError ? (error.constraint_name ?? null) : null;
}
