import { isProfileName, plainPath, profilePath } from '@scoville/contract/platform/http/addresses.ts';
import { albumEmbedPath, albumPath } from '@scoville/contract/community/albums/album-path.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { profileOrder } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { playlistEmbedPath, playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAlbum, readAlbumSongs } from '../../community/albums/read-album.ts';
import type { App } from '../../platform/app-context.ts';
import { readMusicianList } from '../discovery/read-musician-list.ts';
import { type ResponseCache, nameOf, sendCached } from '../../platform/http/response-cache.ts';
import { framedHeaders } from '../../platform/http/security-headers.ts';
import { payerOf } from '../../platform/http/work.ts';
import { findMediaFor } from '../../catalogue/media/media.read.ts';
import type { Web } from '../../frame/pages/web.ts';
import { findPlaylistFor, readPlaylistMedia } from '../../catalogue/playlists/read-playlists.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findUser } from '../../accounts/users/users.queries.ts';
import { type EmbedPage, pageOf, renderEmbed, renderNoEmbed } from './embed-page.ts';

/** The most songs and videos in a player of a profile or a playlist. */
const MOST = 50;
const HTML = 'text/html; charset=utf-8';

/**
 * Serves the players that other sites put into their pages: `/embed/media/{id}`, `/embed/profile/{name}`,
 * `/embed/playlist/{id}` and `/embed/album/{id}`. They show what visitors may see, also to signed-in users. Other sites may
 * frame only these pages.
 */
export function serveEmbeds(server: FastifyInstance, app: App, web: Web | null, kept: ResponseCache): void {
  const { PRODUCT_NAME: productName, PUBLIC_URL: publicUrl } = app.env;
  const answer = async (request: FastifyRequest, reply: FastifyReply, find: () => Promise<EmbedPage | null>) => {
    const site = { productName, publicUrl, ...(web?.embed() ?? { scripts: [], styles: [] }) };
    for (const [name, value] of Object.entries(framedHeaders(reply.getHeaders(), publicUrl)))
      if (value === null) reply.removeHeader(name);
      else reply.header(name, value);
    const kind = `GET ${request.routeOptions.url}`;
    const order = { payer: payerOf(request), kind, isVisitor: true, isRead: true };
    const check = () => app.work.check(order);
    const made = await kept.find(nameOf(request), check, () =>
      app.work.make(order, async () => {
        const page = await find();
        return page === null
          ? { body: renderNoEmbed(site), status: 404, type: HTML }
          : { body: renderEmbed(site, page), status: 200, type: HTML };
      }),
    );
    return sendCached(request, reply, made, true);
  };

  server.get<{ Params: { id: string } }>('/embed/media/:id', { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, async () => {
      const id = request.params.id.toLowerCase();
      const media = isId(id) ? await findMediaFor(app, null, id) : null;
      if (media === null) return null;
      return { ...pageOf(media), ...byMusician(media.musician), media: [media] };
    }),
  );

  server.get<{ Params: { name: string } }>('/embed/profile/:name', { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, async () => {
      const name = plainPath(`/${request.params.name}`).slice(1);
      const row = isProfileName(name) ? await findUser(app.db, name, isId(name)) : null;
      if (row === null) return null;
      const { displayName: title, profileImg: picture, ...musician } = presentMusician(row);
      const list = await readMusicianList(app, null, row, { ...profileOrder(), pagingOptions: { size: MOST } });
      return { title, by: null, path: profilePath(musician), picture, seed: row.id, media: list.media };
    }),
  );

  server.get<{ Params: { id: string } }>(playlistEmbedPath(':id'), { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, async () => {
      const id = request.params.id.toLowerCase();
      const list = isId(id) ? await findPlaylistFor(app, null, id) : null;
      if (list === null) return null;
      const { media } = await readPlaylistMedia(app, null, id, { size: MOST });
      return {
        title: list.name,
        path: playlistPath(id),
        ...byMusician(list.owner),
        ...coverOf(list.covers[0]),
        seed: id,
        media,
        total: list.mediaCount,
      };
    }),
  );

  server.get<{ Params: { id: string } }>(albumEmbedPath(':id'), { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, async () => {
      const id = request.params.id.toLowerCase();
      const album = isId(id) ? await readAlbum(app, id) : null;
      if (album === null) return null;
      const { media } = await readAlbumSongs(app, null, id);
      const { picture } = coverOf(media[0]);
      return {
        title: album.title,
        path: albumPath(album),
        ...byMusician(album.musician),
        picture: album.coverUrl ?? picture,
        seed: id,
        media,
      };
    }),
  );
}

const byMusician = (musician: MusicianRef) => ({ by: { name: musician.displayName, path: profilePath(musician) } });

/** The small picture of the first item in a list. */
const coverOf = (media: Pick<MediaSummary, 'artwork' | 'poster'> | undefined) => ({
  picture: media?.artwork?.webp200 ?? media?.poster ?? null,
});
