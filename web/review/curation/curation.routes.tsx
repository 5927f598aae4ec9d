import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireCurator } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';

const review = createRoute({
  ...screen('review'),
  beforeLoad: requireCurator,
  component: lazyRouteComponent(() => import('./review-screen.tsx'), 'ReviewScreen'),
});

export const curationRoutes = [review] as const;
