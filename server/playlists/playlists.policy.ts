import type { Actor } from '../http/actor.ts';
import type { PlaylistRow } from './playlists.queries.ts';

type Owned = Pick<PlaylistRow, 'owner_id' | 'visibility'>;

/** Whether the playlist belongs to this actor. */
export const isOwnPlaylist = (actor: Actor | null, row: Owned): boolean => actor?.userId === row.owner_id;

/** Any viewer with its address may see a playlist, except for a private one: only its owner may, and no administrator. */
export const canSeePlaylist = (actor: Actor | null, row: Owned): boolean =>
  row.visibility !== 'private' || isOwnPlaylist(actor, row);
