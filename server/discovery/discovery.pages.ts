import { home } from '@scoville/contract/discovery.ts';
import type { Media } from '@scoville/contract/media.ts';
import type { App } from '../app-context.ts';
import type { PageKind } from '../pages/page.ts';
import { homeReply } from './home-reply.ts';

const links = (media: readonly Media[]) =>
  media.map((one) => ({ href: new URL(one.htmlUrl).pathname, text: `${one.title} by ${one.musician.displayName}` }));

const LISTS: Record<string, { title: string; description: string }> = {
  '/browse': {
    title: 'Recommendations based on your latest music choices',
    description: 'Songs and videos in an order that is new at every visit.',
  },
  '/perfectly-seasoned': {
    title: 'Perfectly Seasoned',
    description: 'Songs and videos that reviewers scored 85 and up.',
  },
  '/well-done': { title: 'Well Done', description: 'Songs and videos that reviewers scored 70 to 84.' },
};

export const discoveryPages = (app: App): PageKind[] => [
  async (path, _query, actor) => {
    if (path !== '/') return null;
    const data = await homeReply(app, actor, undefined);
    const largest = data.pinned?.artwork?.webp700 ?? data.pinned?.poster ?? null;
    return {
      title: 'Home',
      description: 'Music and videos, scored by people who listened, and heard because they are good.',
      canonical: '/',
      image: data.pinned?.artworkImg ?? null,
      preloadImage: largest,
      screen: 'discovery/home-screen.tsx',
      queries: [{ path: home.path, data }],
      outline: {
        heading: data.pinned?.title ?? 'Music and videos, scored by people who listened',
        lists: [
          { title: 'Perfectly Seasoned', links: links(data.perfectlySeasoned) },
          { title: 'Well Done', links: links(data.wellDone) },
          {
            title: 'Browse by taste',
            links: data.genres.map(({ slug, name }) => ({ href: `/genres/${slug}`, text: name })),
          },
        ],
      },
    };
  },
  async (path) => {
    const list = LISTS[path];
    return list === undefined
      ? null
      : { ...list, canonical: path, outline: { heading: list.title, text: list.description } };
  },
];
