import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { boolean, catch as otherwise, object, optional, string, union } from 'zod/mini';
import { screen } from '../root-route.tsx';
import { mediaFilter, flag, number } from '../search-params.ts';

const CategorySearch = object({
  ...mediaFilter,
  curated: flag,
  /** `true` starts playing at the first media; an id at that one. */
  play: otherwise(optional(union([boolean(), string()])), undefined),
  seed: number,
});

const CategoriesScreen = lazyRouteComponent(() => import('./categories-screen.tsx'), 'CategoriesScreen');
const CategoryScreen = lazyRouteComponent(() => import('./category-screen.tsx'), 'CategoryScreen');
const genres = createRoute({
  ...screen('genres'),
  loader: () => CategoriesScreen.preload?.(),
  component: () => <CategoriesScreen kind="genre" />,
});
const genre = createRoute({
  ...screen('genre'),
  validateSearch: CategorySearch,
  loader: () => CategoryScreen.preload?.(),
  component: function Genre() {
    const { genre: id } = genre.useParams();
    return <CategoryScreen kind="genre" id={id} key={id} />;
  },
});
const moods = createRoute({
  ...screen('moods'),
  loader: () => CategoriesScreen.preload?.(),
  component: () => <CategoriesScreen kind="mood" />,
});
const mood = createRoute({
  ...screen('mood'),
  validateSearch: CategorySearch,
  loader: () => CategoryScreen.preload?.(),
  component: function Mood() {
    const { mood: id } = mood.useParams();
    return <CategoryScreen kind="mood" id={id} key={id} />;
  },
});

export const categoriesRoutes = [genres, genre, moods, mood] as const;
