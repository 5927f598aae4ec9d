import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { App, Domains } from './app-context.ts';
import { MediaSummary } from '@scoville/contract/media.ts';
import { administrationRoutes } from './administration/administration.routes.ts';
import { reportMachineHealth } from './administration/notices.loops.ts';
import { announcementsRoutes } from './announcements/announcements.routes.ts';
import { pruneSessionsLoop } from './auth/auth.loops.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { actorOf, setVisitor, visitorOf } from './auth/session.ts';
import { categoryImages } from './categories/categories.images.ts';
import { categoriesPages } from './categories/categories.pages.ts';
import { categoriesRoutes } from './categories/categories.routes.ts';
import { curationRoutes } from './curation/curation.routes.ts';
import { reassignReviewsLoop } from './curation/curation.loops.ts';
import { refreshCountsLoop, refreshSearchLoop, refreshVocabularyLoop } from './discovery/discovery.loops.ts';
import { discoveryPages } from './discovery/discovery.pages.ts';
import { discoveryRoutes } from './discovery/discovery.routes.ts';
import { serveCrawlers } from './discovery/sitemap.ts';
import { secret } from './db/secrets.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { serveFiles } from './files/serve-files.ts';
import { addDocs } from './http/docs.ts';
import { addHealth } from './http/health.ts';
import { pruneCallsLoop } from './http/http.loops.ts';
import { keepAnswers } from './http/kept-answers.ts';
import { type Route, addRoute } from './http/route.ts';
import { createHttp } from './http/server.ts';
import { compressReply } from './http/compress.ts';
import { pictureFiles } from './images/image-kind.ts';
import { imagesRoutes } from './images/images.routes.ts';
import type { Logger } from './log.ts';
import type { AnyJob } from './jobs/job.ts';
import type { Loop } from './jobs/loop.ts';
import { pruneMailLoop, sendMailLoop } from './mail/mail.loops.ts';
import { outboxRoutes } from './mail/outbox.routes.ts';
import { artworkImages } from './media/media.images.ts';
import { mediaFeed } from './media/media.feeds.ts';
import { mediaPages } from './media/media.pages.ts';
import { mediaRoutes } from './media/media.routes.ts';
import type { MarkSource } from './media/marks.ts';
import { mediaSources } from './media/media.source.ts';
import { readBuiltWeb } from './pages/built-web.ts';
import type { PageKind } from './pages/page.ts';
import { serveManifest } from './pages/manifest.ts';
import { servePages } from './pages/serve-pages.ts';
import { openSourceWeb } from './pages/source-web.ts';
import { plansRoutes } from './plans/plans.routes.ts';
import { sourceFiles } from './processing/processing.files.ts';
import { transcodeJob, transcodeLongJob } from './processing/processing.jobs.ts';
import { rescueSourcesLoop, sweepWorkLoop } from './processing/processing.loops.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { spaceWarning } from './storage/space.ts';
import { repairCountersJob } from './stats/stats.jobs.ts';
import { foldStatsLoop, pruneListenersLoop } from './stats/stats.loops.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { serveTus } from './uploads/tus.ts';
import { sweepFilesJob } from './uploads/uploads.jobs.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';
import { profileImages } from './users/users.images.ts';
import { usersPages } from './users/users.pages.ts';
import { usersRoutes } from './users/users.routes.ts';

/** Every call of the product, domain by domain. */
export const routesOf = (app: App): Route[] => [
  ...settingsRoutes(app),
  ...plansRoutes(app),
  ...authRoutes(app),
  ...usersRoutes(app),
  ...mediaRoutes(app),
  ...categoriesRoutes(app),
  ...discoveryRoutes(app),
  ...announcementsRoutes(app),
  ...curationRoutes(app),
  ...administrationRoutes(app),
  ...outboxRoutes(app),
  ...statsRoutes(app),
  ...uploadsRoutes(app),
  ...imagesRoutes(app),
  ...eventsRoutes(app),
];

/** Every kind of page with something to say before its script runs; the first that knows a path answers. */
export const pagesOf = (app: App): PageKind[] => [
  ...discoveryPages(app),
  ...categoriesPages(app),
  ...mediaPages(app),
  ...usersPages(app),
];

const sourceOwners = [mediaSources];
/** Whoever keeps what accounts do with media: favorites, own ratings, playlists. */
const markSources: readonly MarkSource[] = [];
const imageKinds = [profileImages, artworkImages, ...categoryImages];

/** What each domain gives to those that serve all of them. */
const given: Domains = {
  sourceOwners,
  imageKinds,
  markSources,
  feeds: [mediaFeed],
  fileOwners: [sourceFiles(sourceOwners.map(({ kind }) => kind)), pictureFiles(imageKinds)],
};

/** Every kind of job. */
const jobs: readonly AnyJob<App>[] = [repairCountersJob, transcodeJob, transcodeLongJob, sweepFilesJob];

/** What a process is opened with. */
export const domains = { ...given, jobs };

/** What workers do again and again: one of them each, or every one (`everywhere`). */
export const loops: readonly Loop<App>[] = [
  foldStatsLoop,
  refreshCountsLoop,
  refreshSearchLoop,
  refreshVocabularyLoop,
  pruneListenersLoop,
  pruneCallsLoop,
  pruneSessionsLoop,
  rescueSourcesLoop,
  sweepWorkLoop,
  reassignReviewsLoop,
  sendMailLoop,
  pruneMailLoop,
  reportMachineHealth,
];

export interface Http {
  server: FastifyInstance;
  /** From now on health says 503. */
  stopping: () => void;
}

/** Builds the HTTP side of a web process; it listens to nothing yet. */
export async function buildHttp(
  app: App,
  options: { logger?: Logger; serverFactory?: FastifyServerOptions['serverFactory'] },
): Promise<Http> {
  const secure = app.env.PUBLIC_URL.startsWith('https:');
  const visitorSecret = await secret(app.db, 'visitor');
  const sources = app.env.NODE_ENV === 'development' ? await openSourceWeb(app.env.PUBLIC_URL) : null;
  const server = await createHttp({
    logger: app.log,
    ...(sources && { serverFactory: sources.serverFactory }),
    ...options,
    secure,
    proxies: app.env.TRUSTED_PROXIES,
    factor: app.env.RATE_LIMIT_FACTOR,
    development: sources !== null,
    filesOrigin: await filesOrigin(app),
    shared: [MediaSummary],
  });
  if (sources !== null) server.addHook('preClose', sources.close);
  server.decorateRequest('actor', null);
  server.decorateRequest('visitor', '');
  server.decorateRequest('visitorCameAlong', false);
  server.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/assets/')) return;
    request.actor = await actorOf(app, request);
    ({ name: request.visitor, cameAlong: request.visitorCameAlong } = visitorOf(app, request, visitorSecret));
  });
  server.addHook('onSend', async (request, reply) => {
    // A shared cache would give everybody the name of its first caller.
    const isShared = String(reply.getHeader('cache-control')).startsWith('public');
    if (request.visitor !== '' && !request.visitorCameAlong && !isShared)
      setVisitor(app, reply, request.visitor, visitorSecret);
  });
  await addDocs(server, app.env.PRODUCT_NAME);
  const health = addHealth(server, app.db, () => spaceWarning(app));
  await serveFiles(server, app);
  serveCrawlers(server, app);
  serveManifest(server, app.env.PRODUCT_NAME);
  const kept = keepAnswers(app.publicVersion);
  await servePages(server, app, pagesOf(app), sources ?? readBuiltWeb(), sources === null ? kept : null);
  await serveTus(server, app);
  const context = { db: app.db, limits: app.limits, kept, publicUrl: app.env.PUBLIC_URL };
  await server.register(async (scope) => {
    scope.addHook('onSend', compressReply);
    for (const route of routesOf(app)) addRoute(scope, route, context);
  });
  return { server, ...health };
}

/** The origin to which whoever asks for a file is sent; null where this process sends it. */
async function filesOrigin({ storage }: App): Promise<string | null> {
  const address = await storage.address('images/any', Date.now() + 1000, { contentType: '', cacheControl: '' });
  return address === null ? null : new URL(address).origin;
}
