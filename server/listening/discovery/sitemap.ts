import { categoryPath, listedPaths, privatePaths } from '@scoville/contract/platform/http/addresses.ts';
import { oembed } from '@scoville/contract/listening/embeds.ts';
import { performancesCalendar } from '@scoville/contract/community/performances.ts';
import { picturePath } from '@scoville/contract/catalogue/media/artwork.ts';
import { enclosurePath, feedPaths, largeArtworkPath } from '@scoville/contract/listening/podcasts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/app-context.ts';
import { listCategories } from '../../catalogue/categories/categories.queries.ts';
import { escapeHtml } from '../../platform/http/docs-page.ts';
import { notFound } from '../../platform/http/errors.ts';
import { type ResponseCache, nameOf, sendCached } from '../../platform/http/response-cache.ts';
import { payerOf } from '../../platform/http/work.ts';
import { countPublicMedia, findNewestPaths } from './sitemap.queries.ts';

/** Addresses in the sitemap; the protocol allows 50,000 (sitemaps.org, 0.9). */
const MAX_ADDRESSES = 10_000;
/** Media addresses in one file. If there are more, `/sitemap.xml` lists the files with the parts. */
const PART = 1000;

/** API addresses for other programs, which the heads of pages link to. Crawlers may fetch no other API addresses. */
const CALLS_FOR_ALL = [
  ...Object.values(feedPaths('*')),
  enclosurePath('*', ''),
  largeArtworkPath('*', '*'),
  picturePath('*'),
  performancesCalendar.path.replace(':id', '*'),
  oembed.path,
];

/** Serves the files that crawlers request first: robots.txt, with the addresses they may visit, and the sitemap. */
export function serveCrawlers(server: FastifyInstance, app: App, kept: ResponseCache): void {
  const {
    db,
    env: { PUBLIC_URL },
  } = app;
  server.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...CALLS_FOR_ALL.map((path) => `Allow: ${path}`),
          ...privatePaths().map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  );

  const answer = async (request: FastifyRequest, reply: FastifyReply, write: () => Promise<string>) => {
    const order = { payer: payerOf(request), kind: 'sitemap', isVisitor: true, isRead: true };
    const check = () => app.work.check(order);
    const made = await kept.find(nameOf(request), check, async () => ({
      body: `<?xml version="1.0" encoding="UTF-8"?>\n${await app.work.make(order, write)}\n`,
      status: 200,
      type: 'application/xml; charset=utf-8',
    }));
    return sendCached(request, reply, made, true);
  };

  server.get('/sitemap.xml', { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, async () => {
      const parts = Math.ceil((await countPublicMedia(db, MAX_ADDRESSES)) / PART);
      return parts <= 1
        ? partOf(app, 0)
        : inElement(
            'sitemapindex',
            Array.from({ length: parts }, (_, at) => entry('sitemap', `${PUBLIC_URL}/sitemap-${at + 1}.xml`)),
          );
    }),
  );

  server.get<{ Params: { part: string } }>('/sitemap-:part.xml', { schema: { hide: true } }, (request, reply) =>
    answer(request, reply, () => {
      const { part } = request.params;
      if (!/^[1-9]\d?$/.test(part) || Number(part) * PART > MAX_ADDRESSES) throw notFound('This address');
      return partOf(app, Number(part) - 1);
    }),
  );
}

/**
 * A part of the sitemap: addresses of public media, the newest first. The first part begins with the pages that always
 * exist.
 */
async function partOf({ db, env: { PUBLIC_URL } }: App, at: number): Promise<string> {
  const [genres, moods, media] = await Promise.all([
    at === 0 ? listCategories(db, 'genre') : [],
    at === 0 ? listCategories(db, 'mood') : [],
    findNewestPaths(db, { skip: at * PART, limit: PART }),
  ]);
  if (at > 0 && media.length === 0) throw notFound('This address');
  const url = (path: string, updatedAt?: Date) => entry('url', PUBLIC_URL + path, updatedAt);
  return inElement('urlset', [
    ...(at === 0 ? listedPaths() : []).map((path) => url(path)),
    ...genres.map(({ slug }) => url(categoryPath('genre', slug))),
    ...moods.map(({ slug }) => url(categoryPath('mood', slug))),
    ...media.map(({ path, updatedAt }) => url(path, updatedAt)),
  ]);
}

const inElement = (name: 'urlset' | 'sitemapindex', entries: readonly string[]): string =>
  `<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</${name}>`;

const entry = (name: 'url' | 'sitemap', address: string, updatedAt?: Date): string =>
  `<${name}><loc>${escapeHtml(address)}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</${name}>`;
