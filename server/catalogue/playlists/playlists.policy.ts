import type { Actor } from '../../platform/http/actor.ts';
import type { PlaylistRow } from './playlists.queries.ts';

type Owned = Pick<PlaylistRow, 'owner_id' | 'visibility'>;

/** Whether the playlist belongs to this actor. */
export const isOwnPlaylist = (actor: Actor | null, row: Owned): boolean => actor?.userId === row.owner_id;

/** Private playlists are visible to their owner only, not to administrators; others to any viewer with the address. */
export const canSeePlaylist = (actor: Actor | null, row: Owned): boolean =>
  row.visibility !== 'private' || isOwnPlaylist(actor, row);
