import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { createSearchValidator, text } from '../../platform/lib/search-params.ts';

const load = () => import('./notifications-screen.tsx');
const notifications = createRoute({
  ...screen('notifications'),
  beforeLoad: requireAccount,
  component: lazyRouteComponent(load, 'NotificationsScreen'),
});
const inbox = createRoute({
  ...screen('inbox'),
  beforeLoad: requireAccount,
  component: lazyRouteComponent(load, 'InboxScreen'),
});
const unsubscribe = createRoute({
  ...screen('unsubscribe'),
  /**
   * `token` comes from a mailed link and proves that the link was sent to the address, or for the one subscription that
   * it cancels.
   */
  validateSearch: createSearchValidator({ email: text, subscriptionId: text, token: text }),
  component: lazyRouteComponent(() => import('./unsubscribe-screen.tsx'), 'UnsubscribeScreen'),
});

export const notificationsRoutes = [notifications, inbox, unsubscribe] as const;
