import { administrationRoutes } from './administration/administration.routes.tsx';
import { authRoutes } from './auth/auth.routes.tsx';
import { categoriesRoutes } from './categories/categories.routes.tsx';
import { curationRoutes } from './curation/curation.routes.tsx';
import { discoveryRoutes } from './discovery/discovery.routes.tsx';
import { followsRoutes } from './follows/follows.routes.tsx';
import { favoritesRoutes } from './favorites/favorites.routes.tsx';
import { messagesRoutes } from './messages/messages.routes.tsx';
import { mediaRoutes } from './media/media.routes.tsx';
import { notificationsRoutes } from './notifications/notifications.routes.tsx';
import { performancesRoutes } from './performances/performances.routes.tsx';
import { plansRoutes } from './billing/billing.routes.tsx';
import { playlistsRoutes } from './playlists/playlists.routes.tsx';
import { rootRoute } from './root-route.tsx';
import { supportRoutes } from './support/support.routes.tsx';
import { uploadsRoutes } from './uploads/uploads.routes.tsx';
import { accountRoutes } from './own-account/account.routes.tsx';
import { editProfileRoutes } from './profiles/edit-profile.routes.tsx';
import { usersRoutes } from './profiles/profiles.routes.tsx';

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
