import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';

const screens = () => import('./account-screens.routes.tsx');

const account = createRoute({
  ...screen('account'),
  beforeLoad: () => {
    throw redirect({ to: '/account/overview', replace: true });
  },
});
const accountOverview = createRoute({
  ...screen('accountOverview'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(screens, 'AccountScreen'),
});

const deleteAccount = createRoute({
  ...screen('deleteAccount'),
  beforeLoad: loggedIn,
  component: lazyRouteComponent(screens, 'DeleteAccountScreen'),
});

/** One's own account. */
export const accountRoutes = [account, accountOverview, deleteAccount] as const;
