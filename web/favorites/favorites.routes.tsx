import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { screen } from '../root-route.tsx';
import { number } from '../search-params.ts';

const favorites = createRoute({
  ...screen('favorites'),
  validateSearch: object({ seed: number }),
  component: lazyRouteComponent(() => import('./favorites-screen.tsx'), 'FavoritesScreen'),
});

export const favoritesRoutes = [favorites] as const;
