import type { Tx } from '../db/connection.ts';

/** A file that has arrived whole and was judged by its head. */
export interface Arrival {
  sourceId: string;
  userId: string;
  /** Made from the file's name. */
  title: string;
  /** Safe, as it is kept. */
  fileName: string;
  /** As its name and head say; the probe has the last word. */
  type: 'song' | 'video';
}

/** What an uploaded file is for. */
export interface Receiver {
  /** See `SourceOwner`. */
  ownerKind: string;
  ownerId: string;
  /**
   * Binds the file to its owner, in the transaction that makes its source; throws when it may not be. `charged` says
   * whether it takes a place of its account's plan.
   */
  receive(tx: Tx, file: Arrival): Promise<{ charged: boolean }>;
}
