import type { ServerEvent } from '@scoville/contract/events.ts';
import type { Db } from '../db/connection.ts';
import { port } from '../ports.ts';

/** An event with the account whose streams receive it, or with `everybody` for public data. */
interface Addressed {
  userId: string | 'everybody';
  event: ServerEvent;
}

/**
 * A kind of live event. Each domain declares its own (`<domain>.feeds.ts`), listed in app.ts. Code that changes
 * something notifies the channel with its id, and every web process then reads the data that its owner may see.
 */
export interface Feed {
  channel: string;
  /** Reads all ids that were notified since the last call at once. Deleted ones have no event. */
  read: (db: Db, ids: string[]) => Promise<Addressed[]>;
}

export const feeds = port<Feed>('feeds of live events');
