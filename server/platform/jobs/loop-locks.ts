import { connect } from '../db/connection.ts';

export interface LoopLocks {
  /**
   * True if this process runs this loop: it holds the loop's lock, or gets it now. Doesn't wait for another process.
   */
  acquire(loop: string): Promise<boolean>;
  /** Releases all locks; another worker gets them at its next round. */
  close(): Promise<void>;
}

/**
 * One lock for each loop, shared by all workers of an installation. It is an advisory lock of PostgreSQL on a
 * connection of its own, which the process holds until it stops, so a dead worker's locks are released. If the
 * connection is lost, so are the locks, and the next round requests them again; a running round may then be done twice.
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
    async acquire(loop) {
      if (held.has(loop)) return true;
      const before = losses;
      const [row] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${loop}, 7268459)) as taken`;
      // After a loss, the lock may have been taken on the old connection, so the next round tries again.
      if (row?.taken !== true || losses !== before) return false;
      held.add(loop);
      return true;
    },
    close: () => session.end({ timeout: 5 }),
  };
}
