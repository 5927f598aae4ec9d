import type { Tx } from '../../platform/db/connection.ts';

/** A file that has arrived completely and whose head was checked. */
export interface Arrival {
  sourceId: string;
  userId: string;
  /** Derived from the file's name. */
  title: string;
  /** The file's name, sanitized for storage. */
  fileName: string;
  /** Judged by its name and head; the probe decides. */
  type: 'song' | 'video';
}

/** The purpose of an uploaded file. */
export interface Receiver {
  /** See `SourceOwner`. */
  ownerKind: string;
  ownerId: string;
  /**
   * Binds the file to its owner, in the transaction that inserts its source; throws when that is not allowed. `charged`
   * is whether the file takes a place in its account's plan.
   */
  receive(tx: Tx, file: Arrival): Promise<{ charged: boolean }>;
}
