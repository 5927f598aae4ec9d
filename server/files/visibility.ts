import type { Db, Pool } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import { mayBeLinked } from '../media/media.queries.ts';
import { setBounded } from '../bounded-map.ts';

interface Visibility {
  musicianId: string;
  isPublic: boolean;
  /** The private link by which it may be had; null while there is none. */
  linkId: string | null;
}

/** How long an answer is believed when no word of a change comes, as while the connection for that is away (ms). */
export const VISIBILITY_CACHE_MS = 5000;
const KEPT = 20_000;

/** Who may have a media's bytes, asked for every range: answers are kept until the row changes. */
export interface Visibilities {
  /** @param linkId the private link by which the address was given */
  mayRead(actor: Actor | null, mediaId: string, now?: number, linkId?: string | null): Promise<boolean>;
  close(): Promise<void>;
}

/** Listens for `media_changed`; an answer that was read while something changed is given once and not kept. */
export async function openVisibilities(db: Pool): Promise<Visibilities> {
  const kept = new Map<string, { at: number; answer: Visibility | null }>();
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
        if (before === changes) setBounded(kept, mediaId, entry, KEPT);
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
