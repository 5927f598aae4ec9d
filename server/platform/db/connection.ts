import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { callBeforeCommit } from './before-commit.ts';

/** A connection pool or a transaction: the first parameter of every query function. */
export type Db = postgres.ISql;
export type Pool = postgres.Sql;
export type Tx = postgres.TransactionSql;

export interface Connecting {
  /** Most connections. */
  max?: number;
  /** The name in the server's list of sessions. */
  name?: string;
  /**
   * Set this if sessions hold something, such as advisory locks. Idle and old connections are then kept. It is called
   * when a connection has closed, which releases what its session held.
   */
  onLost?: () => void;
  /** Milliseconds after which the server ends a statement; no limit by default. */
  statementTimeout?: number;
}

/**
 * For web processes. It is ten times the duration of their slowest statement on a slow machine, and less than callers
 * wait for an answer (503). Jobs and migrations have no limit.
 */
export const STATEMENT_TIMEOUT = 10_000;

/**
 * Creates a pool, which connects with the first query. Times are UTC. A bigint is parsed as a number, because counters
 * stay below 2^53.
 */
export function connect(url: string, options: Connecting = {}): Pool {
  return postgres(url, {
    max: options.max ?? 10,
    ...(options.onLost ? { idle_timeout: 0, max_lifetime: null, onclose: options.onLost } : { idle_timeout: 60 }),
    connect_timeout: 10,
    // Seconds before the next try. The driver's own pauses grow to 20, which is long after the database is back.
    backoff: (tries: number) => Math.min(0.01 * 2 ** tries, 1),
    onnotice: () => {},
    connection: {
      application_name: options.name ?? 'scoville',
      TimeZone: 'UTC',
      ...(options.statementTimeout === undefined ? {} : { statement_timeout: options.statementTimeout }),
      // A machine that is switched off doesn't close its connections. With these settings, its locks are released after
      // half a minute instead of two hours.
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

/**
 * PostgreSQL ends one of two transactions that wait for each other, with SQLSTATE `deadlock_detected`. That one should
 * be retried.
 */
const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Runs `work` in one transaction on a connection of the pool. After a deadlock, `work` runs again, so its effects
 * outside of the transaction may happen twice.
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
      // The other transaction needs time to wake up and continue. A faster retry would take the lock again that it has
      // waited for.
      await setTimeout(tries * (20 + 80 * Math.random()));
    }
}

/** The name of the constraint that a write violated, or null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  return error instanceof postgres.PostgresError ? (error.constraint_name ?? null) : null;
}
