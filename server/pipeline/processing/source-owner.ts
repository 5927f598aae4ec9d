import type { App } from '../../platform/app-context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Result } from '../ffmpeg/process.ts';
import type { Tags } from '../ffmpeg/inspect/tags.ts';
import { port } from '../../platform/ports.ts';
import type { Key } from '../../platform/storage/storage.ts';
import type { Claim } from './processing.queries.ts';

/**
 * The owner's part of the transaction that sets `complete`. Resolves with null, or a refusal for the uploader.
 */
export type Completion = (tx: Tx) => Promise<string | null>;

/**
 * Callbacks for the sources of a song, a video, or anything else that is played. Each domain with sources provides one
 * such object, listed in app.ts, and is notified through it. No callback may fail because the owner's row has been
 * deleted in the meantime.
 */
export interface SourceOwner {
  /** The value of `sources.owner_kind`. The storage keys of renditions begin with it, followed by the owner's id. */
  kind: string;
  /** Receives the tags of the file, before it is converted. */
  tagged(db: Db, source: Claim, tags: Tags): Promise<void>;
  /** Locks the owner's row; false when it is gone. A caller that needs both rows locks this one before the source. */
  lock(tx: Tx, ownerId: string): Promise<boolean>;
  /** Whether a video of this owner may be watched while its first rendition is being written; if omitted, none may. */
  isWatchedEarly?(db: Db, source: Claim): Promise<boolean>;
  /**
   * Called when the first rendition can be played as far as it is written, in the transaction that records that, with
   * the owner's row locked.
   */
  playable(tx: Tx, source: Claim, kind: Result['kind']): Promise<void>;
  /**
   * Called when everything is made. Does all work that takes time or files immediately, and resolves with the part that
   * belongs in the transaction, where the owner's row is locked.
   */
  complete(app: App, source: Claim, result: Result, folder: string): Promise<Completion>;
}

export const sourceOwners = port<SourceOwner>('owners of sources');

/** The owner of a source. Throws for a kind that no domain provides. */
export function ownerOf(app: Pick<App, 'domains'>, { ownerKind }: Pick<Claim, 'ownerKind'>): SourceOwner {
  const found = app.domains.given(sourceOwners).find(({ kind }) => kind === ownerKind);
  if (found === undefined) throw new Error(`No domain has given an owner of sources named ${ownerKind}.`);
  return found;
}

/** The store key of a source's original. */
export const originalKey = (ownerId: string, sourceId: string): Key => `originals/${ownerId}/${sourceId}`;
/** The store prefix of everything that was made of a source. */
export const renditionsPrefix = ({ ownerKind, ownerId, id }: { ownerKind: string; ownerId: string; id: string }): Key =>
  `${ownerKind}/${ownerId}/${id}`;
