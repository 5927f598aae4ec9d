import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { curator } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';

const review = createRoute({
  ...screen('review'),
  beforeLoad: curator,
  component: lazyRouteComponent(() => import('./review-screen.tsx'), 'ReviewScreen'),
});

export const curationRoutes = [review] as const;
