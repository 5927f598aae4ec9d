import type { Db } from '../db/connection.ts';
import type { Actor } from '../http/actor.ts';
import type { Key } from '../storage/storage.ts';

/** Bytes of a file that went out. */
interface SentBytes {
  key: Key;
  /** The id of the owner, as the key has it. */
  id: string;
  /** Whom the address names. */
  by: string;
  /** How many more than was told before. */
  bytes: number;
  /** The answer was of the whole file, and was sent to its end. */
  isWhole: boolean;
  /** Since the answer began. */
  seconds: number;
}

/** Who may have files under signed addresses. The domain that keeps them gives one, listed in app.ts. */
export interface FileGate {
  /** The first segments of its keys (the owner’s id is the second), each with how a browser may keep such a file. */
  kinds: Readonly<Record<string, string>>;
  /** Asked for every request, so that an old address says no more than a new one. */
  mayRead(db: Db, actor: Actor | null, id: string): Promise<boolean>;
  /** Notes what goes out under an address that names somebody behind its `~` (contract/listener.ts); null where nobody asks. */
  noteSent: ((db: Db, sent: SentBytes) => Promise<void>) | null;
}
