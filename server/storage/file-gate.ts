import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';

/** Who may have files under signed addresses. The domain that keeps them gives one, listed in app.ts. */
export interface FileGate {
  /** The first segments of its keys (the owner’s id is the second), each with how a browser may keep such a file. */
  kinds: Readonly<Record<string, string>>;
  /** Asked for every request, so that an old address says no more than a new one. */
  mayRead(db: Db, actor: Actor | null, id: string): Promise<boolean>;
}
