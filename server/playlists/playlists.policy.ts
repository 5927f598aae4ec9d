import type { Actor } from '../http/actor.ts';
import type { PlaylistRow } from './playlists.queries.ts';

type Owned = Pick<PlaylistRow, 'owner_id' | 'visibility'>;

/** Is it this actor's own? */
export const isOwnPlaylist = (actor: Actor | null, row: Owned): boolean => actor?.userId === row.owner_id;

/** Whoever has its address may see it, unless it is private: then its maker alone, and no administrator. */
export const canSeePlaylist = (actor: Actor | null, row: Owned): boolean =>
  row.visibility !== 'private' || isOwnPlaylist(actor, row);
