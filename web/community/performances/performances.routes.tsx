import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { flag, createSearchValidator } from '../../platform/lib/search-params.ts';

const performances = createRoute({
  ...screen('performances'),
  beforeLoad: requireAccount,
  /** `add` opens the form for a new show. */
  validateSearch: createSearchValidator({ add: flag }),
  component: lazyRouteComponent(() => import('./performances-screen.tsx'), 'PerformancesScreen'),
});

export const performancesRoutes = [performances] as const;
