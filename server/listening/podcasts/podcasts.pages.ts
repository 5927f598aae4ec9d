import { picturePath } from '@scoville/contract/catalogue/media/artwork.ts';
import { enclosurePath, feedPaths, largeArtworkPath } from '@scoville/contract/listening/podcasts.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type ResponseCache, nameOf, sendCached } from '../../platform/http/response-cache.ts';
import { FOR_OTHER_SITES, READ_BY_OTHER_SITES } from '../../platform/http/security-headers.ts';
import { payerOf } from '../../platform/http/work.ts';
import { LARGE_FILE, picturePrefix } from '../../pipeline/images/image-kind.ts';
import { presentArtwork } from '../../catalogue/media/media.addresses.ts';
import { artworkImages } from '../../catalogue/media/media.images.ts';
import { presentPublicUser } from '../../community/profiles/profile.present.ts';
import { findProfile } from '../../community/profiles/profile.queries.ts';
import { FILES, type FileEnd, findFile, findPicture, listEpisodes } from './episodes.queries.ts';
import { findFeedPictures } from './feed-artwork.ts';
import { type Feed, buildFeed } from './feed.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderRss } from './rss.ts';

/** The feed formats. Readers need the specific media type, because `text/xml` doesn't identify a feed. */
const FORMS: Record<'rss' | 'json', { type: string; write: (feed: Feed) => string }> = {
  rss: { type: 'application/rss+xml; charset=utf-8', write: renderRss },
  json: { type: 'application/feed+json; charset=utf-8', write: renderJsonFeed },
};

const isEnd = (text: string): text is FileEnd => Object.hasOwn(FILES, text);
const HIDDEN = { schema: { hide: true } };

/**
 * Serves podcast apps and feed readers, without an account: a musician's feeds, and the lasting addresses of files and
 * pictures in them. These redirect to expiring addresses, which a feed could not contain.
 */
export function servePodcasts(server: FastifyInstance, app: App, kept: ResponseCache): void {
  const { db, signer, env } = app;
  const leadTo = (reply: FastifyReply, path: string) =>
    reply
      .headers({ ...FOR_OTHER_SITES, 'cache-control': 'public, max-age=60, s-maxage=1' })
      .redirect(env.PUBLIC_URL + path, 302);
  const paths = feedPaths(':id');
  for (const form of ['rss', 'json'] as const)
    server.get<{ Params: { id: string } }>(paths[form], HIDDEN, async (request, reply) => {
      const { id } = request.params;
      const { type, write } = FORMS[form];
      const order = { payer: payerOf(request), kind: `GET ${paths[form]}`, isVisitor: true, isRead: true };
      const check = () => app.work.check(order);
      const answer = await kept.find(nameOf(request), check, () =>
        app.work.make(order, async () => {
          const row = isId(id) ? await findProfile(db, id, true) : null;
          if (row === null) throw notFound('This musician');
          const site = { product: env.PRODUCT_NAME, publicUrl: env.PUBLIC_URL, firstUrl: app.firstUrl };
          const [pictures, episodes] = await Promise.all([findFeedPictures(db, id), listEpisodes(db, id)]);
          return { body: write(buildFeed(site, presentPublicUser(row), pictures, episodes)), status: 200, type };
        }),
      );
      // Browser-based readers of any origin may read feeds, because feeds contain only public data.
      reply.headers(READ_BY_OTHER_SITES);
      return sendCached(request, reply, answer, true);
    });

  server.get<{ Params: { id: string; end: string } }>(
    enclosurePath(':id', ':end'),
    HIDDEN,
    async ({ params: { id, end } }, reply) => {
      const key = isId(id) && isEnd(end) ? await findFile(db, id, end) : null;
      if (key === null) throw notFound('This file');
      return leadTo(reply, signer.address(key));
    },
  );

  server.get<{ Params: { id: string } }>(picturePath(':id'), HIDDEN, async ({ params: { id } }, reply) => {
    const found = isId(id) ? await findPicture(db, id) : null;
    const path =
      found === null
        ? null
        : found.artwork_version > 0
          ? presentArtwork(signer, picturePrefix(artworkImages, id, found.artwork_version)).jpeg700
          : found.poster && signer.address(found.poster);
    if (path === null || path === '') throw notFound('This picture');
    return leadTo(reply, path);
  });

  // The version is for programs that cache pictures by address. Every version redirects to the current artwork.
  server.get<{ Params: { id: string } }>(
    largeArtworkPath(':id', ':version'),
    HIDDEN,
    async ({ params: { id } }, reply) => {
      const found = isId(id) ? await findPicture(db, id) : null;
      if (found === null || found.artwork_version === 0) throw notFound('This picture');
      const prefix = picturePrefix(artworkImages, id, found.artwork_version);
      return leadTo(
        reply,
        found.has_large_artwork ? signer.address(`${prefix}/${LARGE_FILE}`) : presentArtwork(signer, prefix).jpeg700,
      );
    },
  );
}
