import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { screen } from '../../root-route.tsx';
import { createSearchValidator, seed } from '../../platform/lib/search-params.ts';

const favorites = createRoute({
  ...screen('favorites'),
  validateSearch: createSearchValidator({ seed }),
  component: lazyRouteComponent(() => import('./favorites-screen.tsx'), 'FavoritesScreen'),
});

export const favoritesRoutes = [favorites] as const;
