import type { Db } from '../../platform/db/connection.ts';
import type { Logger } from '../../platform/log.ts';

/** The receiver of a media item's bytes. */
interface Delivery {
  visitor: string;
  mediaId: string;
  /** The id under which the pairs are limited: the account, else the caller's network. */
  by: string;
}

/**
 * Records how many bytes of each media item were sent to each browser. Written to the database once a second, without
 * delaying the bytes.
 */
export interface Deliveries {
  /**
   * Records the bytes that `sent` returns, every second and at the end, so that a listener of a long file is counted
   * before it is completely sent. Call the returned function at the end of the response.
   */
  follow(delivery: Delivery, sent: () => number): () => void;
  /** Writes all records to the database. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Pairs of browser and media item that are recorded per caller and hour: forty people at twenty songs an hour each.
 * Bytes beyond that are sent without a record, because a program that collects anonymous visitor ids could fill the
 * disk with rows.
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
      // Recorded at once, because the time counts from the start, even if the first bytes take long.
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

/** Whether a pair of this caller may be recorded within this hour. */
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
