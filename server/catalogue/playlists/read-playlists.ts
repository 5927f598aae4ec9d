import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type PageOptions, type Slice, readPage } from '../../platform/http/paging.ts';
import { presentList, presentPage } from '../media/media.read.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { canSeePlaylist, isOwnPlaylist } from './playlists.policy.ts';
import {
  type EntryPlace,
  type PlaylistPlace,
  type PlaylistRow,
  findPlaylist,
  listEntries,
  listPlaylists,
} from './playlists.queries.ts';

/** Media per page of a playlist. */
const PAGE_SIZE = 50;
const OWN_SIZE = 50;
const PUBLIC_SIZE = 20;
/** The most bytes of a page's rows, not counting the pictures of four covers that each row adds to the response. */
const MAX_ROWS_BYTES = 100_000;

/** Playlists as this viewer may see them. The covers of all are read at once. */
async function presentPlaylists(app: App, viewer: Actor | null, rows: readonly PlaylistRow[]): Promise<Playlist[]> {
  const ids = [...new Set(rows.flatMap((row) => row.cover_ids))];
  const { summaries } = await presentPage(app, viewer, ids);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    owner: presentMusician({ ...row, id: row.owner_id }),
    covers: row.cover_ids.flatMap((id) => {
      const media = summaries.get(id);
      return media === undefined ? [] : [{ id, artwork: media.artwork, poster: media.poster }];
    }),
    mediaCount: row.media_count,
    ...(row.holds !== null && { holds: row.holds }),
    createdOn: row.created_at.toISOString(),
    lastUpdated: row.updated_at.toISOString(),
    can: { edit: isOwnPlaylist(viewer, row) },
  }));
}

/** A page of an account's playlists: all for the account itself, or those that others may see. */
export async function readPlaylists(
  app: App,
  viewer: Actor | null,
  options: PageOptions,
  { ownerId, isPublic, mediaId = null }: { ownerId: string; isPublic: boolean; mediaId?: string | null },
) {
  const { rows, paging } = await readPage(app.cursors, options, {
    name: `${isPublic ? 'public' : 'own'} playlists ${ownerId}`,
    size: isPublic ? PUBLIC_SIZE : OWN_SIZE,
    maxBytes: MAX_ROWS_BYTES,
    read: async (slice: Slice<PlaylistPlace>) => ({
      rows: await listPlaylists(app.db, { viewer, ownerId, isPublic, mediaId }, slice),
    }),
    placeOf: (row): PlaylistPlace => [row.updated_at.toISOString(), row.id],
  });
  return { playlists: await presentPlaylists(app, viewer, rows), paging };
}

/** One playlist, or null if there is none that this viewer may see. */
export async function findPlaylistFor(app: App, viewer: Actor | null, id: string): Promise<Playlist | null> {
  const row = await findPlaylist(app.db, viewer, id);
  if (row === null || !canSeePlaylist(viewer, row)) return null;
  return (await presentPlaylists(app, viewer, [row]))[0] ?? null;
}

/**
 * One playlist. Throws 404 if there is none that this viewer may see; a private one gets the same answer as a missing
 * one.
 */
export async function readPlaylist(app: App, viewer: Actor | null, id: string): Promise<Playlist> {
  const playlist = await findPlaylistFor(app, viewer, id);
  if (playlist === null) throw notFound('This playlist');
  return playlist;
}

/** A page of a playlist's media, for a viewer who may see the playlist. */
export async function readPlaylistMedia(app: App, viewer: Actor | null, playlistId: string, options: PageOptions) {
  const { rows, paging } = await readPage(app.cursors, options, {
    name: `playlist ${playlistId}`,
    size: PAGE_SIZE,
    read: async (slice: Slice<EntryPlace>) => ({ rows: await listEntries(app.db, { viewer, playlistId }, slice) }),
    placeOf: ({ position, id }): EntryPlace => [position, id],
  });
  const ids = rows.map(({ id }) => id);
  return { media: await presentList(app, viewer, ids), paging };
}
