import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { firstData, screen } from '../../root-route.tsx';
import { flag, mediaFilter, createSearchValidator, seed, text } from '../../platform/lib/search-params.ts';

const CategorySearch = createSearchValidator({
  ...mediaFilter,
  curated: flag,
  /** `true` plays the list from its first song or video on, an id from the song or video with that id on. */
  play: (value: unknown) => flag(value) ?? text(value),
  seed,
});

const CategoriesScreen = lazyRouteComponent(() => import('./categories-screen.tsx'), 'CategoriesScreen');
const CategoryScreen = lazyRouteComponent(() => import('./category-screen.tsx'), 'CategoryScreen');

const loadAll = (client: QueryClient, kind: Category['kind']) =>
  Promise.all([
    CategoriesScreen.preload?.(),
    firstData(import('./categories-screen.tsx'), (code) => code.CategoriesScreen.load(client, kind)),
  ]);
const loadOne = (client: QueryClient, kind: Category['kind'], id: string, curated = true) =>
  Promise.all([
    CategoryScreen.preload?.(),
    firstData(import('./category-screen.tsx'), (code) => code.CategoryScreen.load(client, kind, id, curated)),
  ]);

const genres = createRoute({
  ...screen('genres'),
  loader: ({ context }) => loadAll(context.queryClient, 'genre'),
  component: () => <CategoriesScreen kind="genre" />,
});
const genre = createRoute({
  ...screen('genre'),
  validateSearch: CategorySearch,
  loaderDeps: ({ search }) => ({ curated: search.curated }),
  loader: ({ context, params, deps }) => loadOne(context.queryClient, 'genre', params.genre, deps.curated),
  component: function Genre() {
    const { genre: id } = genre.useParams();
    return <CategoryScreen kind="genre" id={id} key={id} />;
  },
});
const moods = createRoute({
  ...screen('moods'),
  loader: ({ context }) => loadAll(context.queryClient, 'mood'),
  component: () => <CategoriesScreen kind="mood" />,
});
const mood = createRoute({
  ...screen('mood'),
  validateSearch: CategorySearch,
  loader: ({ context, params }) => loadOne(context.queryClient, 'mood', params.mood),
  component: function Mood() {
    const { mood: id } = mood.useParams();
    return <CategoryScreen kind="mood" id={id} key={id} />;
  },
});

export const categoriesRoutes = [genres, genre, moods, mood] as const;
