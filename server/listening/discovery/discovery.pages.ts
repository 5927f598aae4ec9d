import { SCREENS, categoryPath } from '@scoville/contract/platform/http/addresses.ts';
import { systemMessage } from '@scoville/contract/business/announcements/announcements.ts';
import { curatedList } from '@scoville/contract/listening/discovery/discovery-lists.ts';
import { type BandList, home } from '@scoville/contract/listening/discovery/discovery.ts';
import { systemMessageFor } from '../../business/announcements/message-for.ts';
import type { App } from '../../platform/app-context.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { RenderContext } from '../../platform/http/response-cache.ts';
import { lastingPicture } from '../../catalogue/media/media.addresses.ts';
import { mediaLinks } from '../../catalogue/media/media-links.ts';
import type { Page, PageKind } from '../../frame/pages/page.ts';
import { BOTH, bandSeed, homeReply } from './home-reply.ts';
import { readListPage } from './read-list-page.ts';

const LISTS: Record<string, Pick<Page, 'title' | 'description' | 'screen'> & { list?: BandList }> = {
  [SCREENS.browse.path]: {
    title: SCREENS.browse.title,
    description:
      'Songs and videos like those that you play and favorite, and new ones, in another order at every visit.',
    screen: 'listening/discovery/browse-screen.tsx',
  },
  [SCREENS.perfectlySeasoned.path]: {
    title: SCREENS.perfectlySeasoned.title,
    description: 'Songs and videos that reviewers scored 85 and up.',
    list: 'perfectly-seasoned',
    screen: 'listening/discovery/band-screen.tsx',
  },
  [SCREENS.wellDone.path]: {
    title: SCREENS.wellDone.title,
    description: 'Songs and videos that reviewers scored 70 to 84.',
    list: 'well-done',
    screen: 'listening/discovery/band-screen.tsx',
  },
};

/** The first page of a band's list, as its screen requests it. */
async function firstOfBand(app: App, list: BandList, actor: Actor | null, visit: RenderContext) {
  const seed = bandSeed(app, list, undefined, visit);
  const data = await readListPage(app, actor, { filter: { list, types: BOTH }, seed, asOf: visit.asOf });
  const queries = [{ path: curatedList.path, query: { list, seed }, pages: true as const, data }];
  return { media: data.media, page: { ...(seed > 0 && { seed }), queries } };
}

export const discoveryPages = (app: App): PageKind[] => [
  async (path, _query, actor, visit) => {
    if (path !== SCREENS.home.path) return null;
    const [data, message] = await Promise.all([
      homeReply(app, actor, undefined, visit),
      systemMessageFor(app.db, actor),
    ]);
    const largest = data.pinned?.artwork?.webp700 ?? data.pinned?.poster ?? null;
    return {
      title: SCREENS.home.title,
      description: 'Music and videos, scored by people who listened, and heard because they are good.',
      canonical: '/',
      image: data.pinned && lastingPicture(data.pinned),
      preloadImage: largest,
      screen: 'listening/discovery/home-screen.tsx',
      queries: [
        { path: home.path, data },
        { path: systemMessage.path, data: { systemMessage: message } },
      ],
      outline: {
        heading: data.pinned?.title ?? 'Music and videos, scored by people who listened',
        lists: [
          { title: SCREENS.perfectlySeasoned.title, links: mediaLinks(data.perfectlySeasoned) },
          { title: SCREENS.wellDone.title, links: mediaLinks(data.wellDone) },
          {
            title: 'Browse by taste',
            links: data.genres.map(({ slug, name }) => ({ href: categoryPath('genre', slug), text: name })),
          },
        ],
      },
    };
  },
  async (path, search, actor, visit) => {
    const page = LISTS[path];
    if (page === undefined) return null;
    const { list, ...shown } = page;
    const first = list && !search.has('otherList') ? await firstOfBand(app, list, actor, visit) : null;
    const outline = { heading: page.title, text: page.description };
    if (first === null) return { ...shown, canonical: path, outline };
    const lists = [{ title: page.title, links: mediaLinks(first.media) }];
    return { ...shown, ...first.page, canonical: path, outline: { ...outline, lists } };
  },
];
