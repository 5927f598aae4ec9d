import type { Db } from '../db/connection.ts';
import type { Logger } from '../log.ts';

/** Notes who was sent how many bytes of which media; written once a second, off the way of the bytes. */
export interface Deliveries {
  note(visitor: string, mediaId: string, bytes: number): void;
  /** Writes what was noted so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Delivery {
  visitor: string;
  media_id: string;
  bytes: number;
  at: Date;
}

export function openDeliveries(db: Db, log: Logger): Deliveries {
  let noted = new Map<string, Delivery>();
  const flush = async () => {
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
  return {
    note(visitor, mediaId, bytes) {
      const key = `${visitor} ${mediaId}`;
      const before = noted.get(key);
      if (before) before.bytes += bytes;
      else noted.set(key, { visitor, media_id: mediaId, bytes, at: new Date() });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
