import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireAccount } from '../../platform/lib/guards.ts';
import { meQuery } from '../../platform/lib/query.ts';
import { screen } from '../../root-route.tsx';

const EditProfileScreen = lazyRouteComponent(() => import('./edit/edit-profile-screen.tsx'), 'EditProfileScreen');
const editProfile = createRoute({
  ...screen('editProfile'),
  beforeLoad: requireAccount,
  // Fetched again, because another device may have changed the profile since the page was opened.
  loader: ({ context }) =>
    Promise.all([EditProfileScreen.preload?.(), context.queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })]),
  component: EditProfileScreen,
});

/** The user's own profile. The profiles of musicians are below their names (users.routes.tsx). */
export const editProfileRoutes = [editProfile] as const;
