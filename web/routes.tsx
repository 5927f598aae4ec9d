import { administrationRoutes } from './administration/administration.routes.tsx';
import { authRoutes } from './auth/auth.routes.tsx';
import { categoriesRoutes } from './categories/categories.routes.tsx';
import { curationRoutes } from './curation/curation.routes.tsx';
import { discoveryRoutes } from './discovery/discovery.routes.tsx';
import { mediaRoutes } from './media/media.routes.tsx';
import { plansRoutes } from './plans/plans.routes.tsx';
import { rootRoute } from './root-route.tsx';
import { uploadsRoutes } from './uploads/uploads.routes.tsx';
import { usersRoutes } from './users/users.routes.tsx';

/** Every route of the browser, domain by domain. */
export const routeTree = rootRoute.addChildren([
  ...discoveryRoutes,
  ...authRoutes,
  ...categoriesRoutes,
  ...uploadsRoutes,
  ...curationRoutes,
  ...mediaRoutes,
  ...plansRoutes,
  ...administrationRoutes,
  ...usersRoutes,
]);
