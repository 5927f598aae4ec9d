import type { Playlist } from '@scoville/contract/playlists.ts';
import type { App } from '../app-context.ts';
import type { Actor } from '../http/actor.ts';
import { notFound } from '../http/errors.ts';
import { type PageOptions, type Slice, readPage } from '../http/paging.ts';
import { presentList, presentPage } from '../media/media.read.ts';
import { presentMusician } from '../users/users.present.ts';
import { canSeePlaylist, isOwnPlaylist } from './playlists.policy.ts';
import { type EntryPlace, type PlaylistRow, findPlaylist, listEntries } from './playlists.queries.ts';

/** Media of a page of a playlist. */
const PAGE_SIZE = 50;

/** Playlists as this viewer may see them; the covers of all are read at once. */
export async function presentPlaylists(
  app: App,
  viewer: Actor | null,
  rows: readonly PlaylistRow[],
): Promise<Playlist[]> {
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

/** One playlist, or null when there is none that this viewer may see. */
export async function findPlaylistFor(app: App, viewer: Actor | null, id: string): Promise<Playlist | null> {
  const row = await findPlaylist(app.db, viewer, id);
  if (row === null || !canSeePlaylist(viewer, row)) return null;
  return (await presentPlaylists(app, viewer, [row]))[0] ?? null;
}

/** One playlist. Throws 404 when there is none that this viewer may see: a private one is answered like none. */
export async function readPlaylist(app: App, viewer: Actor | null, id: string): Promise<Playlist> {
  const playlist = await findPlaylistFor(app, viewer, id);
  if (playlist === null) throw notFound('This playlist');
  return playlist;
}

/** A page of what is in a playlist that this viewer may see. */
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
