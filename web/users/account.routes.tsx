import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loggedIn } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { searchOf, text } from '../search-params.ts';

const screens = () => import('./account-screens.routes.tsx');

/** Whoever comes back from a sign-in provider: what was linked there, or the word for why nothing was. */
const AccountSearch = searchOf({ linked: text, refusal: text });

const account = createRoute({
  ...screen('account'),
  beforeLoad: () => {
    throw redirect({ to: '/account/overview', replace: true });
  },
});
const accountOverview = createRoute({
  ...screen('accountOverview'),
  validateSearch: AccountSearch,
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
