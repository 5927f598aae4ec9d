import type { Db } from '../db/connection.ts';
import type { Logger } from '../log.ts';

/** What goes to whom. */
interface Delivery {
  visitor: string;
  mediaId: string;
  /** Whose count it is: the account, else the caller's network. */
  by: string;
}

/** Notes who was sent how many bytes of which media; written once a second, off the way of the bytes. */
export interface Deliveries {
  /**
   * Notes from now on what `sent` says has gone out, each second and at the end, so that somebody who listens to a long
   * file counts before it is over. Call what is returned when it is over.
   */
  follow(delivery: Delivery, sent: () => number): () => void;
  /** Writes what was noted so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Pairs of browser and media that one caller may bring in an hour: forty people at twenty songs an hour each. What goes
 * beyond is sent, and not noted: a row for each of the names that a program can collect would fill the disk.
 */
const PAIRS = 1000;
const HOUR = 3_600_000;

interface Noted {
  visitor: string;
  media_id: string;
  bytes: number;
  at: Date;
}

export function openDeliveries(db: Db, log: Logger): Deliveries {
  let noted = new Map<string, Noted>();
  const running = new Set<() => void>();
  const mayNote = pairsOfEach();
  const flush = async () => {
    for (const look of running) look();
    if (noted.size === 0) return;
    const rows = [...noted.values()];
    noted = new Map();
    await db`
      insert into deliveries (visitor, media_id, bytes, first_at, last_at)
      select visitor, media_id, bytes, at, at
      from unnest(${rows.map((row) => row.visitor)}::text[], ${rows.map((row) => row.media_id)}::uuid[],
        ${rows.map((row) => row.bytes)}::bigint[], ${rows.map((row) => row.at.toISOString())}::timestamptz[])
        as fresh(visitor, media_id, bytes, at)
      order by visitor, media_id
      on conflict (visitor, media_id) do update set bytes = deliveries.bytes + excluded.bytes, last_at = excluded.last_at`;
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.error({ err: error }, 'deliveries could not be written'));
  }, 1000);
  timer.unref();
  const note = (visitor: string, mediaId: string, bytes: number) => {
    const key = `${visitor} ${mediaId}`;
    const before = noted.get(key);
    if (before) before.bytes += bytes;
    else noted.set(key, { visitor, media_id: mediaId, bytes, at: new Date() });
  };
  return {
    follow({ visitor, mediaId, by }, sent) {
      if (!mayNote(by, `${visitor} ${mediaId}`)) return () => {};
      // The time counts from the beginning, also when the first bytes take long.
      note(visitor, mediaId, 0);
      let before = 0;
      const look = () => {
        const now = sent();
        if (now > before) note(visitor, mediaId, now - before);
        before = Math.max(before, now);
      };
      running.add(look);
      return () => {
        running.delete(look);
        look();
      };
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Whether this caller may bring this pair within this hour. */
function pairsOfEach(): (by: string, pair: string) => boolean {
  let pairs = new Map<string, Set<string>>();
  let hour = 0;
  return (by, pair) => {
    const now = Math.floor(Date.now() / HOUR);
    if (now !== hour) {
      hour = now;
      pairs = new Map();
    }
    const own = pairs.get(by) ?? new Set();
    pairs.set(by, own);
    if (own.size >= PAIRS && !own.has(pair)) return false;
    own.add(pair);
    return true;
  };
}
