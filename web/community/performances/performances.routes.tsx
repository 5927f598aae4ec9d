import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loggedIn } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { flag, searchOf } from '../../platform/lib/search-params.ts';

const performances = createRoute({
  ...screen('performances'),
  beforeLoad: loggedIn,
  /** `add` opens the form for a new show. */
  validateSearch: searchOf({ add: flag }),
  component: lazyRouteComponent(() => import('./performances-screen.tsx'), 'PerformancesScreen'),
});

export const performancesRoutes = [performances] as const;
