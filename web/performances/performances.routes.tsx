import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { flag } from '../search-params.ts';

const performances = createRoute({
  ...screen('performances'),
  beforeLoad: loggedIn,
  /** `add` opens the form for a new show. */
  validateSearch: object({ add: flag }),
  component: lazyRouteComponent(() => import('./performances-screen.tsx'), 'PerformancesScreen'),
});

export const performancesRoutes = [performances] as const;
