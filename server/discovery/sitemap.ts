import { categoryPath, listedPaths, privatePaths } from '@scoville/contract/addresses.ts';
import { oembed } from '@scoville/contract/embeds.ts';
import { performancesCalendar } from '@scoville/contract/performances.ts';
import { enclosurePath, feedPaths, picturePath } from '@scoville/contract/podcasts.ts';
import type { FastifyInstance } from 'fastify';
import type { App } from '../app-context.ts';
import { listCategories } from '../categories/categories.queries.ts';
import { escapeHtml } from '../http/docs-page.ts';
import { findNewestPaths } from './sitemap.queries.ts';

/** Addresses in the sitemap; the protocol allows 50,000 (sitemaps.org, 0.9). */
const MAX_ADDRESSES = 10_000;

/** Calls that are made for other programs, and named in the heads of pages: of all calls, crawlers may make these. */
const CALLS_FOR_ALL = [
  ...Object.values(feedPaths('*')),
  enclosurePath('*', ''),
  picturePath('*'),
  performancesCalendar.path.replace(':id', '*'),
  oembed.path,
];

/** What crawlers ask for first: where they may go, and what there is. */
export function serveCrawlers(server: FastifyInstance, { db, env: { PUBLIC_URL } }: App): void {
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

  server.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const [genres, moods, media] = await Promise.all([
      listCategories(db, 'genre'),
      listCategories(db, 'mood'),
      findNewestPaths(db, MAX_ADDRESSES),
    ]);
    const entries = [
      ...listedPaths().map((path) => entry(PUBLIC_URL + path)),
      ...genres.map(({ slug }) => entry(PUBLIC_URL + categoryPath('genre', slug))),
      ...moods.map(({ slug }) => entry(PUBLIC_URL + categoryPath('mood', slug))),
      ...media.map(({ path, updatedAt }) => entry(PUBLIC_URL + path, updatedAt)),
    ];
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`,
      );
  });
}

const entry = (address: string, updatedAt?: Date): string =>
  `<url><loc>${escapeHtml(address)}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</url>`;
