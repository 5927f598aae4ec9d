import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { createSearchValidator, text } from '../../platform/lib/search-params.ts';

const screens = () => import('./account-screens.routes.tsx');

/**
 * Set on the way back from a sign-in provider: the provider that was linked, or the code of the reason why it was not.
 */
const AccountSearch = createSearchValidator({ linked: text, refusal: text });

const account = createRoute({
  ...screen('account'),
  beforeLoad: () => {
    throw redirect({ to: '/account/overview', replace: true });
  },
});
const accountOverview = createRoute({
  ...screen('accountOverview'),
  validateSearch: AccountSearch,
  beforeLoad: requireAccount,
  component: lazyRouteComponent(screens, 'AccountScreen'),
});

const deleteAccount = createRoute({
  ...screen('deleteAccount'),
  beforeLoad: requireAccount,
  component: lazyRouteComponent(screens, 'DeleteAccountScreen'),
});

/** The user's own account. */
export const accountRoutes = [account, accountOverview, deleteAccount] as const;
