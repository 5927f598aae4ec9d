import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { firstData, screen } from '../../root-route.tsx';
import { createSearchValidator, text } from '../../platform/lib/search-params.ts';

const subscription = createRoute({
  ...screen('subscription'),
  beforeLoad: requireAccount,
  /** `confirm` is the id of the subscription with which a user returns from the provider. */
  validateSearch: createSearchValidator({ confirm: text }),
  loader: ({ context }) =>
    firstData(import('./subscription-screen.tsx'), (code) => code.SubscriptionScreen.load(context.queryClient)),
  component: lazyRouteComponent(() => import('./subscription-screen.tsx'), 'SubscriptionScreen'),
});

export const plansRoutes = [subscription] as const;
