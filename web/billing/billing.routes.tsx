import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loggedIn } from '../guards.ts';
import { firstData, screen } from '../root-route.tsx';
import { searchOf, text } from '../search-params.ts';

const subscription = createRoute({
  ...screen('subscription'),
  beforeLoad: loggedIn,
  /** `confirm` is the subscription that somebody comes back from the provider with. */
  validateSearch: searchOf({ confirm: text }),
  loader: ({ context }) =>
    firstData(import('./subscription-screen.tsx'), (code) => code.SubscriptionScreen.load(context.queryClient)),
  component: lazyRouteComponent(() => import('./subscription-screen.tsx'), 'SubscriptionScreen'),
});

export const plansRoutes = [subscription] as const;
