import type { ServerEvent } from '@scoville/contract/events.ts';
import type { Db } from '../db/connection.ts';
import { port } from '../ports.ts';

/** An event with the account whose streams it goes to, nobody else's; or for everybody, of what everybody may see. */
interface Addressed {
  userId: string | 'everybody';
  event: ServerEvent;
}

/**
 * A kind of live event. Each domain has its own (`<domain>.feeds.ts`), listed in app.ts: who changes something notifies
 * the channel of its id, and every web process reads what its owner may see.
 */
export interface Feed {
  channel: string;
  /** One read for all ids that were named since the last; what is gone by now has no event. */
  read: (db: Db, ids: string[]) => Promise<Addressed[]>;
}

export const feeds = port<Feed>('feeds of live events');
