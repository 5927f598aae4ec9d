import type { FastifyInstance } from 'fastify';
import type { App } from './platform/app-context.ts';
import { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { serveJobsDashboard } from './review/administration/jobs-dashboard.ts';
import { checkFreshSignIn } from './accounts/auth/fresh-sign-in.ts';
import { actorOf, setVisitor, visitorOf } from './accounts/auth/session.ts';
import { serveCrawlers } from './listening/discovery/sitemap.ts';
import { secret } from './platform/db/secrets.ts';
import { serveEmbeds } from './listening/embeds/embeds.pages.ts';
import { serveFiles } from './listening/files/serve-files.ts';
import { addDocs } from './platform/http/docs.ts';
import { addHealth } from './platform/http/health.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { type RouteContext, addRoute } from './platform/http/route.ts';
import { type HttpOptions, createHttp } from './platform/http/server.ts';
import { recordUnreadProxies } from './platform/http/unread-proxies.ts';
import { compressReply } from './platform/http/compress.ts';
import { inShares } from './platform/http/work.ts';
import { unfollowByClick } from './community/follows/one-click.ts';
import { recordRequests } from './platform/metrics/record-requests.ts';
import { readBuiltWeb } from './frame/pages/built-web.ts';
import { serveOneClick } from './community/notifications/one-click.ts';
import { serveOfflinePage } from './frame/pages/offline-page.ts';
import { serveManifest } from './frame/pages/manifest.ts';
import { serveWellKnown } from './frame/pages/well-known.ts';
import { servePages } from './frame/pages/serve-pages.ts';
import { openSourceWeb } from './frame/pages/source-web.ts';
import { servePodcasts } from './listening/podcasts/podcasts.pages.ts';
import { servePayPalWebhook } from './business/billing/webhook/paypal-webhook.ts';
import { spaceWarning } from './platform/storage/space.ts';
import { captchaSources } from './business/support/recaptcha.ts';
import { serveTus } from './catalogue/uploads/tus.ts';
import { pagesOf, routesOf } from './app.ts';

export interface Http {
  server: FastifyInstance;
  /** Makes the health endpoint answer 503 from now on. */
  stopping: () => void;
}

/** Builds the HTTP side of a web process, without listening yet. */
export async function buildHttp(
  app: App,
  options: Partial<Pick<HttpOptions, 'logger' | 'serverFactory' | 'shared'>>,
): Promise<Http> {
  const secure = app.env.PUBLIC_URL.startsWith('https:');
  const visitorSecret = await secret(app.db, 'visitor');
  const sources = app.env.NODE_ENV === 'development' ? await openSourceWeb(app.env.PUBLIC_URL) : null;
  const server = await createHttp({
    logger: app.log,
    ...(sources && { serverFactory: sources.serverFactory }),
    shared: [MediaSummary],
    ...options,
    secure,
    proxies: app.env.TRUSTED_PROXIES,
    factor: app.env.RATE_LIMIT_FACTOR,
    development: sources !== null,
    filesOrigin: await filesOrigin(app),
    captchaSources: captchaSources(app.env),
  });
  recordUnreadProxies(server, app.db);
  if (sources !== null) server.addHook('preClose', sources.close);
  server.decorateRequest('actor', null);
  server.decorateRequest('visitor', '');
  server.decorateRequest('hasVisitorCookie', false);
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/assets/')) return;
    request.actor = await actorOf(app, request);
    ({ name: request.visitor, cameAlong: request.hasVisitorCookie } = visitorOf(app, request, visitorSecret));
  });
  server.addHook('onSend', async (request, reply) => {
    // A shared cache would give all callers the anonymous visitor id of the first one. Players on other sites send
    // their own id.
    const isShared = String(reply.getHeader('cache-control')).startsWith('public');
    const isElsewhere = request.routeOptions.config.endpoint?.forOtherSites ?? false;
    if (request.visitor !== '' && !request.hasVisitorCookie && !isShared && !isElsewhere)
      setVisitor(app, reply, request.visitor, visitorSecret);
  });
  recordRequests(server, app.metrics);
  await addDocs(server, app.env.PRODUCT_NAME);
  const health = addHealth(server, app.db, () => spaceWarning(app));
  await serveFiles(server, app);
  serveManifest(server, app.env.PRODUCT_NAME);
  serveWellKnown(server, app.env.PUBLIC_URL);
  serveOfflinePage(server, app.env.PRODUCT_NAME);
  const kept = createResponseCache(app.publicVersion);
  const web = sources ?? readBuiltWeb();
  serveCrawlers(server, app, kept);
  serveEmbeds(server, app, web, kept);
  servePodcasts(server, app, kept);
  await serveJobsDashboard(server, app);
  await servePages(server, app, pagesOf(app), web, sources === null ? kept : null);
  await serveTus(server, app);
  await serveOneClick(server, app, [unfollowByClick]);
  await servePayPalWebhook(server, app);
  const context: RouteContext = {
    db: app.db,
    log: app.log,
    limits: app.limits,
    kept,
    publicUrl: app.env.PUBLIC_URL,
    checkFreshSignIn: (request, needed) => checkFreshSignIn(app, request, needed),
  };
  await server.register(async (scope) => {
    scope.addHook('onSend', compressReply);
    for (const route of routesOf(app)) addRoute(scope, inShares(app.work, route), context);
  });
  return { server, ...health };
}

/** The origin to which file requests are redirected; null if this process sends the files. */
async function filesOrigin({ storage }: App): Promise<string | null> {
  const address = await storage.address('images/any', Date.now() + 1000, { contentType: '', cacheControl: '' });
  return address === null ? null : new URL(address).origin;
}
