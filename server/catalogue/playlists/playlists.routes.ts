import {
  MAX_IN_PLAYLIST,
  MAX_PLAYLISTS,
  addToPlaylist,
  createPlaylist,
  deletePlaylist,
  moveInPlaylist,
  ownPlaylists,
  playlist,
  playlistMedia,
  playlistsOf,
  removeFromPlaylist,
  updatePlaylist,
} from '@scoville/contract/catalogue/playlists/playlists.ts';
import type { App } from '../../platform/app-context.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { type Actor, checkVerified } from '../../platform/http/actor.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { newId } from '../../platform/ids.ts';
import { canSeePlaylist, isOwnPlaylist } from './playlists.policy.ts';
import {
  type PlaylistRow,
  appendEntries,
  countEntries,
  deleteEntry,
  entriesAmong,
  insertPlaylist,
  lockAndCountPlaylists,
  lockNewMedia,
  lockPlaylist,
  moveEntry,
  removePlaylist,
  writePlaylist,
} from './playlists.queries.ts';
import { findPlaylistFor, readPlaylist, readPlaylistMedia, readPlaylists } from './read-playlists.ts';

const NOT_IN_IT = 'This media is not in the playlist any more. Reload the page.';

export const playlistsRoutes = (app: App) => [
  route(ownPlaylists, async (call) => {
    const actor = signedIn(call);
    const { media: mediaId = null, ...options } = call.query;
    return readPlaylists(app, actor, options, { ownerId: actor.userId, isPublic: false, mediaId });
  }),

  route(playlistsOf, ({ params, query, actor }) =>
    readPlaylists(app, actor, query, { ownerId: params.id, isPublic: true }),
  ),

  route(playlist, ({ params, actor }) => readPlaylist(app, actor, params.id)),

  route(playlistMedia, async ({ params, query, actor }) => {
    if ((await findPlaylistFor(app, actor, params.playlistId)) === null) throw notFound('This playlist');
    return readPlaylistMedia(app, actor, params.playlistId, query);
  }),

  route(createPlaylist, async (call) => {
    const actor = signedIn(call);
    const { media, ...words } = call.body;
    if (words.visibility !== 'private') checkVerified(actor);
    const id = newId();
    await transaction(app.db, async (tx) => {
      if ((await lockAndCountPlaylists(tx, actor.userId)) >= MAX_PLAYLISTS)
        throw tooMany('name', 'You already have 500 playlists, which is the limit. Delete one first.');
      await insertPlaylist(tx, id, actor.userId, words);
      if (media.length > 0) await add(tx, actor, { id, owner_id: actor.userId }, media);
    });
    return readPlaylist(app, actor, id);
  }),

  route(updatePlaylist, async (call) => {
    const actor = signedIn(call);
    const { name, description, visibility } = call.body;
    await transaction(app.db, async (tx) => {
      await lockOwn(tx, actor, call.params.id);
      if (visibility !== undefined && visibility !== 'private') checkVerified(actor);
      await writePlaylist(tx, call.params.id, {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(visibility !== undefined && { visibility }),
      });
    });
    return readPlaylist(app, actor, call.params.id);
  }),

  route(deletePlaylist, async (call) => {
    const { id } = call.params;
    await transaction(app.db, async (tx) => {
      await lockOwn(tx, signedIn(call), id);
      await removePlaylist(tx, id);
    });
    return { id, deleted: true as const };
  }),

  route(addToPlaylist, async (call) => {
    const actor = signedIn(call);
    const { playlistId } = call.params;
    const added = await transaction(app.db, async (tx) =>
      add(tx, actor, await lockOwn(tx, actor, playlistId), call.body.ids),
    );
    return { added, playlist: await readPlaylist(app, actor, playlistId) };
  }),

  route(removeFromPlaylist, async (call) => {
    const actor = signedIn(call);
    const { playlistId, mediaId } = call.params;
    await transaction(app.db, async (tx) => {
      await lockOwn(tx, actor, playlistId);
      await deleteEntry(tx, playlistId, mediaId);
    });
    return readPlaylist(app, actor, playlistId);
  }),

  route(moveInPlaylist, async (call) => {
    const { playlistId, mediaId } = call.params;
    const { after } = call.body;
    const renumbered = await transaction(app.db, async (tx) => {
      await lockOwn(tx, signedIn(call), playlistId);
      const there = await entriesAmong(tx, playlistId, after === null ? [mediaId] : [mediaId, after]);
      if (!there.has(mediaId)) throw invalid('mediaId', NOT_IN_IT);
      if (after !== null && !there.has(after)) throw invalid('after', NOT_IN_IT);
      return moveEntry(tx, playlistId, mediaId, after);
    });
    return { id: mediaId, after, renumbered };
  }),
];

type Owned = Pick<PlaylistRow, 'id' | 'owner_id'>;

/** Locks a playlist for its owner. Throws 404 or 403 for other accounts. */
async function lockOwn(tx: Tx, actor: Actor, id: string): Promise<Owned> {
  const row = await lockPlaylist(tx, id);
  if (row === null || !canSeePlaylist(actor, row)) throw notFound('This playlist');
  if (!isOwnPlaylist(actor, row)) throw forbidden('You can change your own playlists only.');
  return row;
}

/** Appends media. Hidden or deleted ones are skipped, unless none is left. Returns how many were added. */
async function add(tx: Tx, actor: Actor, list: Owned, ids: readonly string[]): Promise<number> {
  const { found, fresh } = await lockNewMedia(tx, actor, list.id, ids);
  if (found === 0) throw notFound('This media');
  if (fresh.length === 0) return 0;
  if ((await countEntries(tx, list.id)) + fresh.length > MAX_IN_PLAYLIST)
    throw tooMany('ids', 'A playlist holds 5,000 songs and videos at most. Remove some, or start another.');
  await appendEntries(tx, list, fresh);
  return fresh.length;
}

const tooMany = (field: string, message: string) => conflict(message, [{ field, code: 'too_many', message }]);
