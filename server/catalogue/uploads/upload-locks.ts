import { isUnavailable } from '../../platform/db/availability.ts';
import { type Pool, connect } from '../../platform/db/connection.ts';
import { HttpError } from '../../platform/http/errors.ts';

/** A lock as `@tus/server` expects it. `release` is called when another request needs the lock. */
interface UploadLock {
  lock(stop: AbortSignal, release: () => void): Promise<void>;
  unlock(): Promise<void>;
}

export interface UploadLocks {
  newLock(id: string): UploadLock;
  /** Runs `work` under an upload's lock. Rejects with status 423 when the lock can't be acquired. */
  under<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Returns a function that reports, at any time, whether the lock that this process holds now is still held. */
  watch(id: string): () => boolean;
  /** Notifies the holder of an upload's lock, in any process, that it should release the lock. */
  requestRelease(id: string): Promise<void>;
  close(): Promise<void>;
}

const CHANNEL = 'upload_locks';
/** Milliseconds between two attempts to get a lock, and until the request fails. */
const PAUSE = 100;
const PATIENCE = 20_000;

/** The tus protocol's error for an upload that another request is writing; tus clients try again. */
export const locked = (): HttpError => new HttpError(423, 'This upload is being written. Try again.');

/**
 * Opens the locks of resumable uploads: one lock per upload, shared by all web processes. Each is a PostgreSQL advisory
 * lock, held on a separate connection of this process, so that a long upload takes no connection from the pool and a
 * dead process's locks end with it. A request that wants a held lock notifies its holder (NOTIFY), as the tus protocol
 * requires: a client that reconnects must not wait until its broken connection times out. When the connection of the
 * locks is lost, so are the locks. Their holders are then notified, and `watch` makes writers stop at once.
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
      // The lock ended with its connection.
      if (!isUnavailable(error)) throw error;
    }
  };

  // One session could take the same lock twice, so the locks that this process holds are checked first.
  const take = async (id: string, holder: { release: () => void }): Promise<boolean> => {
    if (held.has(id) || wanted.has(id)) return false;
    wanted.add(id);
    const before = losses;
    try {
      const [row] = await session<{ taken: boolean }[]>`
        select pg_try_advisory_lock(hashtextextended(${id}, 7268457)) as taken`;
      if (row?.taken !== true) return false;
      if (losses === before) held.set(id, holder);
      // If the connection was lost during the query, it is unknown whether the old or the new session got the lock. So
      // the lock is given back, and the caller doesn't get it.
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
    requestRelease: async (id) => void (await db.notify(CHANNEL, id)),
    async close() {
      await listening.unlisten();
      await session.end({ timeout: 5 });
    },
  };
}
