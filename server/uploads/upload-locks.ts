import { isUnavailable } from '../db/availability.ts';
import { type Pool, connect } from '../db/connection.ts';
import { HttpError } from '../http/errors.ts';

/** What `@tus/server` wants of a lock; `release` asks the one who holds it to let go soon. */
interface UploadLock {
  lock(stop: AbortSignal, release: () => void): Promise<void>;
  unlock(): Promise<void>;
}

export interface UploadLocks {
  newLock(id: string): UploadLock;
  /** Runs `work` under an upload's lock. Rejects with status 423 when it could not be had. */
  under<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Whether the lock of this upload that this process holds now is still held, asked again and again. */
  watch(id: string): () => boolean;
  /** Asks whoever holds an upload's lock to let go, in whichever process. */
  askToLetGo(id: string): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = 'upload_locks';
/** Milliseconds between two tries, and until we give up. */
const PAUSE = 100;
const PATIENCE = 20_000;

/** What the tus protocol answers for an upload that somebody else writes; its clients try again. */
export const locked = (): HttpError => new HttpError(423, 'This upload is being written. Try again.');

/**
 * One lock for each resumable upload, shared by all web processes: an advisory lock of PostgreSQL, held on one
 * connection of this process's own (so that a long upload takes none from the pool, and a dead process's locks end
 * with it). Who wants a lock that is held notifies its holder (NOTIFY), as the tus protocol asks for: a client that
 * comes back after its connection broke must not wait for the broken one. When that connection is lost, so are its
 * locks: their holders are asked to release them, and `watch` makes writers stop at once.
 */
export async function openUploadLocks(databaseUrl: string, db: Pool): Promise<UploadLocks> {
  const held = new Map<string, { release: () => void }>();
  let losses = 0;
  const session = connect(databaseUrl, {
    name: 'scoville-upload-locks',
    max: 1,
    onLost: () => {
      losses += 1;
      const holders = [...held.values()];
      held.clear();
      for (const { release } of holders) release();
    },
  });
  const listening = await db.listen(CHANNEL, (id) => held.get(id)?.release());
  const wanted = new Set<string>();

  const giveBack = async (id: string): Promise<void> => {
    try {
      await session`select pg_advisory_unlock(hashtextextended(${id}, 7268457))`;
    } catch (error) {
      // The lock went with its connection.
      if (!isUnavailable(error)) throw error;
    }
  };

  // Within one session a lock could be taken twice, so this process's own holders come first.
  const take = async (id: string, holder: { release: () => void }): Promise<boolean> => {
    if (held.has(id) || wanted.has(id)) return false;
    wanted.add(id);
    const before = losses;
    try {
      const [row] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${id}, 7268457)) as taken`;
      if (row?.taken !== true) return false;
      if (losses === before) held.set(id, holder);
      // Answered by one connection or the next: nobody knows which session holds it.
      else await giveBack(id);
      return losses === before;
    } finally {
      wanted.delete(id);
    }
  };

  const newLock = (id: string): UploadLock => {
    const holder = { release: () => {} };
    return {
      async lock(stop, release) {
        holder.release = release;
        const deadline = Date.now() + PATIENCE;
        while (!(await take(id, holder))) {
          if (stop.aborted || Date.now() > deadline) throw locked();
          await db.notify(CHANNEL, id);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
        }
      },
      async unlock() {
        if (held.get(id) !== holder) return;
        await giveBack(id);
        if (held.get(id) === holder) held.delete(id);
      },
    };
  };

  return {
    newLock,
    async under(id, work) {
      const lock = newLock(id);
      await lock.lock(new AbortController().signal, () => {});
      try {
        return await work();
      } finally {
        await lock.unlock();
      }
    },
    watch(id) {
      const holder = held.get(id);
      return () => holder !== undefined && held.get(id) === holder;
    },
    askToLetGo: async (id) => void (await db.notify(CHANNEL, id)),
    async close() {
      await listening.unlisten();
      await session.end({ timeout: 5 });
    },
  };
}
