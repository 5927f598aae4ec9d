import { type Pool, connect } from '../db/connection.ts';

/** What `@tus/server` wants of a lock; `release` asks the one who holds it to let go soon. */
export interface UploadLocks {
  newLock(id: string): { lock(stop: AbortSignal, release: () => void): Promise<void>; unlock(): Promise<void> };
  close(): Promise<void>;
}

const CHANNEL = 'upload_locks';
/** Milliseconds between two tries, and until we give up. */
const PAUSE = 100;
const PATIENCE = 20_000;

/**
 * One lock for each resumable upload, shared by all web processes: an advisory lock of PostgreSQL, held on one
 * connection of this process's own (so that a long upload takes none from the pool, and a dead process's locks end
 * with it). Who wants a lock that is held tells its holder through NOTIFY, as the tus protocol asks for: a client that
 * comes back after its connection broke must not wait for the broken one.
 */
export async function openUploadLocks(databaseUrl: string, db: Pool): Promise<UploadLocks> {
  const session = connect(databaseUrl, { name: 'scoville-upload-locks', max: 1 });
  const held = new Map<string, () => void>();
  const listening = await db.listen(CHANNEL, (id) => held.get(id)?.());
  const wanted = new Set<string>();

  // Within one session a lock could be taken twice, so this process's own holders come first.
  const take = async (id: string, release: () => void): Promise<boolean> => {
    if (held.has(id) || wanted.has(id)) return false;
    wanted.add(id);
    try {
      const [row] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${id}, 7268457)) as taken`;
      if (row?.taken !== true) return false;
      held.set(id, release);
      return true;
    } finally {
      wanted.delete(id);
    }
  };

  return {
    newLock: (id) => ({
      async lock(stop, release) {
        const deadline = Date.now() + PATIENCE;
        while (!(await take(id, release))) {
          if (stop.aborted || Date.now() > deadline)
            throw Object.assign(new Error('The upload is locked.'), {
              status_code: 423,
              body: 'The upload is locked.',
            });
          await db.notify(CHANNEL, id);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      },
      async unlock() {
        held.delete(id);
        await session`select pg_advisory_unlock(hashtextextended(${id}, 7268457))`;
      },
    }),
    async close() {
      await listening.unlisten();
      await session.end({ timeout: 5 });
    },
  };
}
