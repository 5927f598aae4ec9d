import { stageOf, type Status } from '@scoville/contract/processing.ts';
import type { ServerEvent } from '@scoville/contract/events.ts';
import type { Db } from '../db/connection.ts';
import { progressChannel } from '../processing/processing.queries.ts';

/** An event with the account whose streams it goes to: nobody else's. */
interface Addressed {
  userId: string;
  event: ServerEvent;
}

/** A kind of news: who writes it says an id on the channel, and every web process reads what its owner may see. */
export interface Feed {
  channel: string;
  /** One read for all ids that were named since the last; what is gone by now has no event. */
  read: (db: Db, ids: string[]) => Promise<Addressed[]>;
}

/** How far own media are in their processing. */
const mediaFeed: Feed = {
  channel: progressChannel('media'),
  async read(db, ids) {
    const rows = await db<{ id: string; userId: string; status: Status; progress: number; replaces: boolean }[]>`
      select m.id, m.musician_id as "userId", s.status, s.progress, m.source_id is distinct from s.id and m.source_id is not null as replaces
      from media m join sources s on s.id = coalesce(m.next_source_id, m.source_id) where m.id = any(${ids}::uuid[])`;
    return rows.map(({ id, userId, status, progress, replaces }) => ({
      userId,
      event: { name: 'media', data: { id, stage: stageOf(status), progress, replaces } },
    }));
  },
};

/** Everything that reaches the browser by itself. */
export const feeds: readonly Feed[] = [mediaFeed];
