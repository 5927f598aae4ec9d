import type { Pool } from '../db/connection.ts';
import { isUnavailable } from '../db/availability.ts';
import type { Logger } from '../log.ts';
import type { Feed } from './feed.ts';
import type { Streams } from './streams.ts';

/** Milliseconds in which ids are gathered before they are read: a storm of changes is four reads a second. */
const GATHER = 250;

/** What a trigger calls with the account of each session that ends (migration 0165). */
const SESSIONS_ENDED = 'sessions_ended';

/** Hears of changes on the process's one listening connection and sends them to their owners' streams. */
export interface ChangeListener {
  close(): Promise<void>;
}

/**
 * Listens to every feed. After the connection was lost and all are listened to again, streams ask their clients to
 * refetch everything, because nobody knows what was said meanwhile.
 */
export async function openChangeListener(
  { db, log }: { db: Pool; log: Logger },
  feeds: readonly Feed[],
  streams: Streams,
): Promise<ChangeListener> {
  const timers = new Set<NodeJS.Timeout>();
  /** Channels that are listened to again since the connection was lost. */
  const back = new Set<string>();
  const onBack = (channel: string) => {
    // Lost once more before all were: those that came back before it were lost as well.
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
        // The listening connection breaks as well then, and its return makes everybody read again.
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
  // Of what ends while the connection is lost, the heartbeats hear.
  const sessions = db.listen(SESSIONS_ENDED, (userId) => void streams.check(userId));
  const listeners = await Promise.all([...feeds.map(listenOne), sessions]);
  return {
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(listeners.map((listener) => listener.unlisten()));
    },
  };
}
