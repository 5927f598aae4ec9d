import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { text } from '../search-params.ts';

const subscription = createRoute({
  ...screen('subscription'),
  beforeLoad: loggedIn,
  /** `confirm` is the subscription that somebody comes back from the provider with. */
  validateSearch: object({ confirm: text }),
  loader: async ({ context }) =>
    (await import('./subscription-screen.tsx')).SubscriptionScreen.load(context.queryClient),
  component: lazyRouteComponent(() => import('./subscription-screen.tsx'), 'SubscriptionScreen'),
});

export const plansRoutes = [subscription] as const;
