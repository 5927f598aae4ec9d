import { LRUCache } from 'lru-cache';
import type { Db, Pool } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { mayBeLinked } from '../../catalogue/media/media.queries.ts';

interface Visibility {
  musicianId: string;
  isPublic: boolean;
  /** The private link that opens the item; null if there is none. */
  linkId: string | null;
}

/**
 * Milliseconds for which a result is trusted without a notification, for example while the listening connection is
 * down.
 */
export const VISIBILITY_CACHE_MS = 5000;
const KEPT = 20_000;

/** Access to the bytes of media. It is checked for every range, so results are cached until the row changes. */
export interface Visibilities {
  /** @param linkId the private link of the requested address */
  mayRead(actor: Actor | null, mediaId: string, now?: number, linkId?: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Listens for `media_changed`. A result that was read while an item changed is returned once and not cached. */
export async function openVisibilities(db: Pool): Promise<Visibilities> {
  const kept = new LRUCache<string, { at: number; answer: Visibility | null }>({ max: KEPT });
  let changes = 0;
  const listener = await db.listen(
    'media_changed',
    (id) => {
      changes += 1;
      kept.delete(id);
    },
    () => {
      changes += 1;
      kept.clear();
    },
  );
  return {
    async mayRead(actor, mediaId, now = Date.now(), linkId = null) {
      let entry = kept.get(mediaId);
      if (entry === undefined || now - entry.at > VISIBILITY_CACHE_MS) {
        const before = changes;
        entry = { at: now, answer: await find(db, mediaId) };
        if (before === changes) kept.set(mediaId, entry);
      }
      const { answer } = entry;
      if (answer === null) return false;
      if (linkId !== null && linkId === answer.linkId) return true;
      return answer.isPublic || actor?.role === 'admin' || actor?.userId === answer.musicianId;
    },
    close: () => listener.unlisten(),
  };
}

async function find(db: Db, mediaId: string): Promise<Visibility | null> {
  const [row] = await db<Visibility[]>`
    select musician_id as "musicianId", band is not null as "isPublic",
      case when ${mayBeLinked(db)} then link_id end as "linkId"
    from media where id = ${mediaId}`;
  return row ?? null;
}
