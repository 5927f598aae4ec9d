import type { App } from '../app-context.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Result } from '../ffmpeg/process.ts';
import type { Tags } from '../ffmpeg/inspect/tags.ts';
import { port } from '../ports.ts';
import type { Key } from '../storage/storage.ts';
import type { Claim } from './processing.queries.ts';

/** What belongs to the transaction that says `complete`. Resolves with a sentence for its owner when that may not be. */
export type Completion = (tx: Tx) => Promise<string | null>;

/**
 * Whatever has sources: a media, and what else is played. Each domain that has them gives one of these, listed in
 * app.ts, and hears through it what becomes of them. None of it may fail for what is gone meanwhile.
 */
export interface SourceOwner {
  /** As `sources.owner_kind` names it; its renditions lie in the store under this name and the owner's id. */
  kind: string;
  /** What the file says of itself in words, before it is converted. */
  tagged(db: Db, source: Claim, tags: Tags): Promise<void>;
  /** Locks the owner's row; false when it is gone. Whoever needs both rows locks this one first. */
  lock(tx: Tx, ownerId: string): Promise<boolean>;
  /** Whether a video of it may be watched while its first rendition is written; none may when this is not given. */
  isWatchedEarly?(db: Db, source: Claim): Promise<boolean>;
  /** The first rendition can be played, as far as it is written; in the transaction that says so, the owner's row locked. */
  playable(tx: Tx, source: Claim, kind: Result['kind']): Promise<void>;
  /**
   * Everything is made. Does what takes time or files now, and resolves with what belongs to the transaction, where the
   * owner's row is locked.
   */
  complete(app: App, source: Claim, result: Result, folder: string): Promise<Completion>;
}

export const sourceOwners = port<SourceOwner>('owners of sources');

/** The owner of a source. Throws for a kind that no domain has given. */
export function ownerOf(app: Pick<App, 'domains'>, { ownerKind }: Pick<Claim, 'ownerKind'>): SourceOwner {
  const found = app.domains.given(sourceOwners).find(({ kind }) => kind === ownerKind);
  if (found === undefined) throw new Error(`No domain has given an owner of sources named ${ownerKind}.`);
  return found;
}

/** Where the original of a source lies. */
export const originalKey = (ownerId: string, sourceId: string): Key => `originals/${ownerId}/${sourceId}`;
/** Where everything that was made of a source lies. */
export const renditionsPrefix = ({ ownerKind, ownerId, id }: { ownerKind: string; ownerId: string; id: string }): Key =>
  `${ownerKind}/${ownerId}/${id}`;
