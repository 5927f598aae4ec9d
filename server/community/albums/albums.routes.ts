import { albumJoin } from '@scoville/contract/community/albums/album-gapless.ts';
import { album, albumSongs, setAlbumSongs } from '@scoville/contract/community/albums/albums.ts';
import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { route, signedIn } from '../../platform/http/route.ts';
import { albumLoudness } from './album-loudness.ts';
import { findAlbumOwner, findJoiningAlbums, lockAlbum, lockOwnSongs, writeAlbumSongs } from './albums.queries.ts';
import { readAlbum, readAlbumSongs } from './read-album.ts';

export const albumsRoutes = (app: App) => {
  const songsFor = (viewer: Actor | null, albumId: string) => readAlbumSongs(app, viewer, albumId);
  return [
    route(album, async ({ params }) => {
      const found = await readAlbum(app, params.id);
      if (found === null) throw notFound('This album');
      return found;
    }),

    route(albumJoin, async ({ query: { first, second }, actor }) => {
      const [albumId] = await findJoiningAlbums(app.db, first, second);
      if (albumId === undefined) return { join: null };
      const { media } = await songsFor(actor, albumId);
      const isHeard = [first, second].every((id) => media.some((song) => song.id === id));
      return { join: isHeard ? { albumId, loudness: albumLoudness(media) } : null };
    }),

    route(albumSongs, async ({ params, actor }) => {
      if ((await findAlbumOwner(app.db, params.id)) === null) throw notFound('This album');
      return songsFor(actor, params.id);
    }),

    route(setAlbumSongs, async (call) => {
      const actor = signedIn(call);
      const { id: albumId } = call.params;
      const { songs } = call.body;
      await transaction(app.db, async (tx) => {
        const userId = await lockAlbum(tx, albumId);
        if (userId === null) throw notFound('This album');
        if (userId !== actor.userId) throw forbidden('You can change your own albums only.');
        if ((await lockOwnSongs(tx, userId, songs)) < songs.length)
          throw invalid('songs', 'An album holds your own songs only. Reload the page and choose again.');
        await writeAlbumSongs(tx, { albumId, userId }, songs);
      });
      return songsFor(actor, albumId);
    }),
  ];
};
