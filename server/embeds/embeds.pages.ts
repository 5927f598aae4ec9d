import { isProfileName, plainPath, profilePath } from '@scoville/contract/addresses.ts';
import { profileOrder } from '@scoville/contract/media-of-user.ts';
import { isId } from '@scoville/contract/values.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../app-context.ts';
import { readMusicianMedia } from '../discovery/read-musician-media.ts';
import { framedHeaders } from '../http/security-headers.ts';
import { findMediaFor } from '../media/media.read.ts';
import type { Web } from '../pages/web.ts';
import { presentMusician } from '../users/users.present.ts';
import { findUser } from '../users/users.queries.ts';
import { type EmbedPage, pageOf, renderEmbed, renderNoEmbed } from './embed-page.ts';

/** Media of a profile's player. */
const MOST = 50;

/**
 * The players that other sites put into their pages, `/embed/media/{id}` and `/embed/profile/{name}`: as everybody may see
 * them, whoever is signed in here. Any site may frame them, and nothing else of ours.
 */
export function serveEmbeds(server: FastifyInstance, app: App, web: Web | null): void {
  const { PRODUCT_NAME: productName, PUBLIC_URL: publicUrl } = app.env;
  const answer = (reply: FastifyReply, page: EmbedPage | null) => {
    const site = { productName, publicUrl, ...(web?.embed() ?? { scripts: [], styles: [] }) };
    for (const [name, value] of Object.entries(framedHeaders(reply.getHeaders())))
      if (value === null) reply.removeHeader(name);
      else reply.header(name, value);
    return reply
      .status(page === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=0, s-maxage=1')
      .send(page === null ? renderNoEmbed(site) : renderEmbed(site, page));
  };

  server.get<{ Params: { id: string } }>('/embed/media/:id', { schema: { hide: true } }, async (request, reply) => {
    const id = request.params.id.toLowerCase();
    const media = isId(id) ? await findMediaFor(app, null, id) : null;
    if (media === null) return answer(reply, null);
    const by = { name: media.musician.displayName, path: profilePath(media.musician) };
    return answer(reply, { ...pageOf(media), by, media: [media] });
  });

  server.get<{ Params: { name: string } }>(
    '/embed/profile/:name',
    { schema: { hide: true } },
    async (request, reply) => {
      const name = plainPath(`/${request.params.name}`).slice(1);
      const row = isProfileName(name) ? await findUser(app.db, name, isId(name)) : null;
      if (row === null) return answer(reply, null);
      const { displayName: title, profileImg: picture, ...musician } = presentMusician(row);
      const list = await readMusicianMedia(app, null, row, { ...profileOrder(), pagingOptions: { size: MOST } });
      const path = profilePath(musician);
      return answer(reply, { title, by: null, path, picture, seed: row.id, media: list.media });
    },
  );
}
