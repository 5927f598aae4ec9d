import { administrationRoutes } from './review/administration/administration.routes.tsx';
import { authRoutes } from './accounts/auth/auth.routes.tsx';
import { categoriesRoutes } from './catalogue/categories/categories.routes.tsx';
import { curationRoutes } from './review/curation/curation.routes.tsx';
import { discoveryRoutes } from './listening/discovery/discovery.routes.tsx';
import { followsRoutes } from './community/follows/follows.routes.tsx';
import { favoritesRoutes } from './catalogue/favorites/favorites.routes.tsx';
import { messagesRoutes } from './community/messages/messages.routes.tsx';
import { mediaRoutes } from './catalogue/media/media.routes.tsx';
import { notificationsRoutes } from './community/notifications/notifications.routes.tsx';
import { performancesRoutes } from './community/performances/performances.routes.tsx';
import { plansRoutes } from './business/billing/billing.routes.tsx';
import { playlistsRoutes } from './catalogue/playlists/playlists.routes.tsx';
import { rootRoute } from './root-route.tsx';
import { supportRoutes } from './business/support/support.routes.tsx';
import { uploadsRoutes } from './catalogue/uploads/uploads.routes.tsx';
import { accountRoutes } from './community/own-account/account.routes.tsx';
import { editProfileRoutes } from './community/profiles/edit-profile.routes.tsx';
import { usersRoutes } from './community/profiles/profiles.routes.tsx';

/** Every route of the browser, domain by domain. */
export const routeTree = rootRoute.addChildren([
  ...discoveryRoutes,
  ...authRoutes,
  ...categoriesRoutes,
  ...uploadsRoutes,
  ...curationRoutes,
  ...messagesRoutes,
  ...mediaRoutes,
  ...favoritesRoutes,
  ...playlistsRoutes,
  ...notificationsRoutes,
  ...performancesRoutes,
  ...followsRoutes,
  ...plansRoutes,
  ...administrationRoutes,
  ...supportRoutes,
  ...accountRoutes,
  ...editProfileRoutes,
  ...usersRoutes,
]);
