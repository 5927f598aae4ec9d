import { connect } from '../db/connection.ts';

export interface LoopLocks {
  /** Whether this process does the rounds of this loop: it has its lock already, or takes it now. Waits for nobody. */
  has(loop: string): Promise<boolean>;
  /** Gives all locks back: another worker takes them at its next round. */
  close(): Promise<void>;
}

/**
 * One lock for each loop, shared by all workers of an installation: an advisory lock of PostgreSQL, held on one
 * connection of this process's own until it stops, so that a dead worker's locks end with it. When the connection is lost
 * the locks are, and the next round asks again; a round that is under way may then be done twice.
 */
export function openLoopLocks(databaseUrl: string): LoopLocks {
  const held = new Set<string>();
  let losses = 0;
  const session = connect(databaseUrl, {
    name: 'scoville-loops',
    max: 1,
    onLost: () => {
      losses += 1;
      held.clear();
    },
  });
  return {
    async has(loop) {
      if (held.has(loop)) return true;
      const before = losses;
      const [row] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${loop}, 7268459)) as taken`;
      // After a loss nobody knows whether the answer came from the connection that is there now: the next round asks it.
      if (row?.taken !== true || losses !== before) return false;
      held.add(loop);
      return true;
    },
    close: () => session.end({ timeout: 5 }),
  };
}
