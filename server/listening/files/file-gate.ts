import type { Db } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { port } from '../../platform/ports.ts';
import type { Key } from '../../platform/storage/storage.ts';

/** Bytes of a file that were sent to a client. */
interface SentBytes {
  key: Key;
  /** The id of the owner, from the key. */
  id: string;
  /** The id of the listener, from the address. */
  by: string;
  /** Bytes sent since the previous note. */
  bytes: number;
  /** The response had the whole file, and was sent to its end. */
  isWhole: boolean;
  /** Seconds since the response began. */
  seconds: number;
}

/** Checks permission to read files under signed addresses. Each domain with such files has one, listed in app.ts. */
export interface FileGate {
  /**
   * The first segments of the domain's keys (the second is the owner’s id), each with the Cache-Control of its files.
   */
  kinds: Readonly<Record<string, string>>;
  /** Checked on every request, so that an old address gives no more access than a new one. */
  mayRead(db: Db, actor: Actor | null, id: string): Promise<boolean>;
  /**
   * Records bytes sent under an address that contains the id of a listener behind its `~`
   * (contract/platform/lib/listener.ts); null if not needed.
   */
  noteSent: ((db: Db, sent: SentBytes) => Promise<void>) | null;
}

export const fileGates = port<FileGate>('gates to files');
