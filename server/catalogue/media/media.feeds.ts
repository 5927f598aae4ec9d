import { stageOf, type Status } from '@scoville/contract/pipeline/processing.ts';
import type { Feed } from '../../platform/events/feed.ts';
import { progressChannel } from '../../pipeline/processing/processing.queries.ts';

/** The processing progress of the user's own media. */
export const mediaFeed: Feed = {
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
