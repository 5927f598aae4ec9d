import type { Pool } from '../db/connection.ts';
import { isUnavailable } from '../db/availability.ts';
import type { Logger } from '../log.ts';
import type { Feed } from './feed.ts';
import type { Streams } from './streams.ts';

/**
 * Milliseconds for which ids are collected before they are read. Any number of changes causes at most four reads per
 * second.
 */
const GATHER = 250;

/** The channel for the account of each session that ends; a trigger notifies it (migration 0165). */
const SESSIONS_ENDED = 'sessions_ended';

/**
 * Receives notifications of changes on one connection of this process, and sends the changes to their owners' streams.
 */
export interface ChangeListener {
  close(): Promise<void>;
}

/**
 * Listens to every feed. If the connection is lost, notifications are lost, too. So once all feeds are listened to
 * again, all streams send an event upon which clients refetch everything.
 */
export async function openChangeListener(
  { db, log }: { db: Pool; log: Logger },
  feeds: readonly Feed[],
  streams: Streams,
): Promise<ChangeListener> {
  const timers = new Set<NodeJS.Timeout>();
  /** Channels that have been listened to again since the connection was lost. */
  const back = new Set<string>();
  const onBack = (channel: string) => {
    // This channel is back for a second time, so the connection was lost again, and with it all channels in `back`.
    if (back.has(channel)) back.clear();
    back.add(channel);
    if (back.size < feeds.length) return;
    back.clear();
    streams.send('everybody', { name: 'resync', data: {} });
  };
  const listenOne = ({ channel, read }: Feed) => {
    let changed = new Set<string>();
    let wasConnected = false;
    const flush = async () => {
      const ids = [...changed];
      changed = new Set();
      if (streams.size === 0) return;
      try {
        for (const { userId, event } of await read(db, ids)) streams.send(userId, event);
      } catch (error) {
        // If the database is unavailable, the listening connection is lost as well, and all clients refetch after it is
        // back.
        if (!isUnavailable(error)) log.error({ err: error, channel }, 'changes could not be read for the streams');
        streams.send('everybody', { name: 'resync', data: {} });
      }
    };
    const onChange = (id: string) => {
      const isFirst = changed.size === 0;
      changed.add(id);
      if (!isFirst) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        void flush();
      }, GATHER);
      timers.add(timer);
    };
    return db.listen(channel, onChange, () => {
      if (wasConnected) onBack(channel);
      wasConnected = true;
    });
  };
  // Sessions that end while the connection is lost are found by the heartbeats.
  const sessions = db.listen(SESSIONS_ENDED, (userId) => void streams.check(userId));
  const listeners = await Promise.all([...feeds.map(listenOne), sessions]);
  return {
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(listeners.map((listener) => listener.unlisten()));
    },
  };
}
