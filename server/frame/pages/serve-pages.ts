import { SCREENS, plainPath, screenAt, screenTitle } from '@scoville/contract/platform/http/addresses.ts';
import { LINK_PARAMETER } from '@scoville/contract/catalogue/media/linked-media.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readAdSettings } from '../../business/ads/ad-settings.queries.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { newSeed } from '../../platform/http/new-seed.ts';
import { notFound } from '../../platform/http/errors.ts';
import { compress, encodingFor } from '../../platform/http/compress.ts';
import { READ_BY_OTHER_SITES } from '../../platform/http/security-headers.ts';
import { type RenderContext, type ResponseCache, nameOf, sendCached } from '../../platform/http/response-cache.ts';
import { payerOf } from '../../platform/http/work.ts';
import { presentSettings } from '../../accounts/settings/settings.present.ts';
import { presentMe } from '../../community/own-account/me.present.ts';
import { findMe } from '../../community/own-account/me.queries.ts';
import type { Page, PageKind } from './page.ts';
import { renderPage } from './render.ts';
import type { Asset, Web } from './web.ts';

/**
 * Answers every address outside of the API: with a file of the browser app, or with a page's document and initial data.
 * @param kept the cache for visitors; null in development, when the pages can change
 */
export async function servePages(
  server: FastifyInstance,
  app: App,
  kinds: readonly PageKind[],
  web: Web | null,
  kept: ResponseCache | null,
): Promise<void> {
  server.get('/*', { schema: { hide: true } }, async (request, reply) => {
    // Browsers don't send fragments. If another client does, the router leaves it undecoded.
    const [path = '/', search = ''] = request.url.split('#', 1)[0]!.split('?', 2);
    const asset = web?.asset(path) ?? null;
    if (asset !== null) return sendAsset(request, reply, asset);
    if (/^\/(api|auth|files|images|assets)(\/|$)/.test(path)) throw notFound('This address');
    if (web === null)
      return reply.status(503).type('text/plain').send('The pages have not been built yet: run npm start.');
    reply.header('cache-control', 'private, no-store');
    const { actor } = request;
    const query = pageQuery(search);
    const kind = `page ${screenAt(plainPath(path))?.path ?? 'unknown'}`;
    const order = { payer: payerOf(request), kind, isVisitor: actor === null, isRead: true };
    const make = async (visit: RenderContext) =>
      app.work.make(order, async () => {
        const page = await findPage(kinds, path, query, actor, visit);
        const me = actor === null ? null : presentMe(await findMe(app.db, actor.userId), app.env);
        const settings = presentSettings(app.env, await readAdSettings(app.db));
        const body = renderPage(await siteOf(app, web), page, { settings, me, seed: page.seed });
        return {
          body,
          status: page.status ?? 200,
          type: 'text/html; charset=utf-8',
          isCacheable: page.isCacheable ?? true,
        };
      });
    if (actor === null && kept !== null) {
      const name = nameOf(request, Object.fromEntries(query));
      return sendCached(request, reply, await kept.find(name, () => app.work.check(order), make), false);
    }
    const { body, status, type } = await make({ seed: newSeed() });
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply
      .status(status)
      .type(type)
      .header('vary', 'accept-encoding')
      .send(encoding === null ? body : await compress(body, encoding));
  });
}

/** Query parameter; with `false`, a genre's list includes the media that musicians added to the genre. */
const CURATED = 'curated';

/** Parameters with which a screen shows another list than its initial one. */
const OTHER_LIST = ['seed', 'facets', 'location'];

/**
 * The part of an address's query that a page may depend on. The server uses no other parameter; the browser reads the
 * rest.
 */
function pageQuery(search: string): URLSearchParams {
  const given = new URLSearchParams(search);
  const token = given.get(LINK_PARAMETER);
  return new URLSearchParams({
    ...(token !== null && { [LINK_PARAMETER]: token }),
    ...(given.get(CURATED) === 'false' && { [CURATED]: 'false' }),
    ...(OTHER_LIST.some((name) => given.has(name)) && { otherList: 'true' }),
  });
}

const siteOf = async ({ env }: App, web: Web) => ({
  productName: env.PRODUCT_NAME,
  publicUrl: env.PUBLIC_URL,
  template: await web.template(),
  scriptsOf: (screen: string) => web.scriptsOf(screen),
});

async function findPage(
  kinds: readonly PageKind[],
  path: string,
  query: URLSearchParams,
  actor: Actor | null,
  visit: RenderContext,
): Promise<Page> {
  // The router refuses malformed encodings.
  const decoded = plainPath(decodeURIComponent(path));
  for (const kind of kinds) {
    const page = await kind(decoded, query, actor, visit);
    if (page !== null) return page;
  }
  return unknownPage(decoded);
}

/**
 * The page for private screens and unknown addresses, for which the browser shows Home. Search engines index neither.
 */
const unknownPage = (path: string): Page => ({
  title: screenTitle(path) ?? SCREENS.home.title,
  description: 'Music and videos, scored by people who listened.',
  canonical: null,
  status: screenAt(path) === null ? 404 : 200,
});

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const wanted = encodingFor(request.headers['accept-encoding']);
  const small = wanted === 'br' ? asset.brotli : wanted === 'gzip' ? asset.gzip : null;
  if (wanted !== null && small !== null) reply.header('content-encoding', wanted);
  // Embedded players load these scripts and styles in frames that may have no origin.
  return reply
    .type(asset.type)
    .headers(READ_BY_OTHER_SITES)
    .header('vary', 'accept-encoding')
    .header('cache-control', asset.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .send(small ?? asset.plain);
}
