import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { screen } from '../root-route.tsx';
import { seed } from '../search-params.ts';

const favorites = createRoute({
  ...screen('favorites'),
  validateSearch: object({ seed }),
  component: lazyRouteComponent(() => import('./favorites-screen.tsx'), 'FavoritesScreen'),
});

export const favoritesRoutes = [favorites] as const;
