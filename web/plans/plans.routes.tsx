import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';

const subscription = createRoute({
  ...screen('subscription'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(() => import('./subscription-screen.tsx'), 'SubscriptionScreen'),
});

export const plansRoutes = [subscription] as const;
