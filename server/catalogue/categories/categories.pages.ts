import { SCREENS, categoryPath } from '@scoville/contract/platform/http/addresses.ts';
import {
  type GenreInfo,
  genreInfo,
  genres,
  moodInfo,
  moods,
} from '@scoville/contract/catalogue/categories/category-calls.ts';
import { categoryList } from '@scoville/contract/catalogue/categories/category-list.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { App } from '../../platform/app-context.ts';
import { BOTH } from '../../listening/discovery/home-reply.ts';
import { readListPage } from '../../listening/discovery/read-list-page.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { RenderContext } from '../../platform/http/response-cache.ts';
import { drawnArtwork } from '../media/media.cover.ts';
import { mediaLinks } from '../media/media-links.ts';
import type { PageKind } from '../../frame/pages/page.ts';
import { presentCategory } from './categories.present.ts';
import { findCategory, listCategories } from './categories.queries.ts';
import { findGenre } from './find-genre.ts';

const KINDS = {
  genres: { kind: 'genre', all: genres, one: genreInfo, title: SCREENS.genres.title },
  moods: { kind: 'mood', all: moods, one: moodInfo, title: SCREENS.moods.title },
} as const;

export const categoriesPages = (app: App): PageKind[] => [
  async (path, search, actor, visit) => {
    const [, word = '', name, ...rest] = path.split('/');
    if (!Object.hasOwn(KINDS, word) || rest.length > 0) return null;
    const { kind, all, one, title } = KINDS[word as keyof typeof KINDS];
    if (name === undefined || name === '') {
      const rows = (await listCategories(app.db, kind)).map(presentCategory);
      return {
        title,
        description: `All ${word} of songs and videos that reviewers approved.`,
        canonical: SCREENS[word as keyof typeof KINDS].path,
        screen: 'catalogue/categories/categories-screen.tsx',
        queries: [{ path: all.path, data: { [word]: rows, total: rows.length } }],
        outline: {
          heading: title,
          lists: [{ title, links: rows.map((row) => ({ href: categoryPath(kind, row.slug), text: row.name })) }],
        },
      };
    }
    const curated = kind === 'mood' || search.get('curated') !== 'false';
    const category = await findPlaylist(app.db, kind, name, curated);
    if (category === null)
      return { title: 'Not found', description: `This ${kind} was not found.`, canonical: null, status: 404 };
    const first = search.has('otherList') ? null : await firstMedia(app, kind, category, curated, actor, visit);
    return {
      title: category.name,
      description: `${category.name}: songs and videos that ${curated ? 'reviewers approved' : 'musicians placed there'}.`,
      // Search engines get only the reviewers' genres, because any musician can name others.
      canonical: category.id === null ? null : categoryPath(kind, category.slug),
      image: category.imageUrl,
      screen: 'catalogue/categories/category-screen.tsx',
      ...(first?.seed !== undefined && { seed: first.seed }),
      queries: [
        { path: one.path, params: { id: name }, ...(!curated && { query: { curated } }), data: category },
        ...(first ? [first.query] : []),
      ],
      outline: {
        heading: category.name,
        banner: category.imageUrl ?? drawnArtwork(`${kind} ${category.slug}`),
        // The list has no covers, because loading them would delay the banner, which is the largest picture.
        lists: [{ title: 'Songs and videos', links: mediaLinks(first?.query.data.media ?? []) }],
      },
    };
  },
];

/**
 * The first page of the category's list, as its screen requests it. Only administrators start with the arranged order.
 */
async function firstMedia(
  app: App,
  kind: 'genre' | 'mood',
  { id, slug }: GenreInfo,
  curated: boolean,
  actor: Actor | null,
  visit: RenderContext,
) {
  const seed = app.env.SHUFFLE_PLAYLISTS && actor?.role !== 'admin' ? visit.seed : undefined;
  const about = kind === 'mood' ? { moodId: id } : { genreId: id, ownGenre: curated ? null : slug };
  const filter = { list: curated ? ('curated' as const) : ('all' as const), ...about, types: BOTH };
  const data = await readListPage(app, actor, { filter, seed, asOf: visit.asOf });
  return {
    seed,
    query: { path: mediaSearch.path, query: categoryList(kind, slug, curated, seed), pages: true as const, data },
  };
}

async function findPlaylist(db: App['db'], kind: 'genre' | 'mood', name: string, curated: boolean) {
  if (kind === 'genre') return findGenre(db, name, curated);
  const row = await findCategory(db, kind, name, isId(name));
  return row && presentCategory(row);
}
