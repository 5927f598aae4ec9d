import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { object } from 'zod/mini';
import { admin } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { page, text, words } from '../search-params.ts';

/** `filter` is the name of a state of what the table holds; `q` is what is looked for. */
const TableSearch = object({ page, q: words, filter: text });

const screens = () => import('./screens.routes.tsx');

const administration = createRoute({
  ...screen('administration'),
  beforeLoad: () => {
    throw redirect({ to: '/admin/media', replace: true });
  },
});
const adminMedia = createRoute({
  ...screen('adminMedia'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminMediaScreen'),
});
const adminUsers = createRoute({
  ...screen('adminUsers'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminUsersScreen'),
});

const adminReports = createRoute({
  ...screen('adminReports'),
  beforeLoad: admin,
  /** `filter` is the queue, `kind` what was reported. */
  validateSearch: object({ page, filter: text, kind: text }),
  component: lazyRouteComponent(screens, 'AdminReportsScreen'),
});
const adminMail = createRoute({
  ...screen('adminMail'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminMailScreen'),
});

const adminSubscriptions = createRoute({
  ...screen('adminSubscriptions'),
  beforeLoad: admin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminSubscriptionsScreen'),
});

const adminAudit = createRoute({
  ...screen('adminAudit'),
  beforeLoad: admin,
  /** `q` is the id of who acted. */
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminAuditScreen'),
});
const adminHealth = createRoute({
  ...screen('adminHealth'),
  beforeLoad: admin,
  component: lazyRouteComponent(screens, 'AdminHealthScreen'),
});
const adminReviews = createRoute({
  ...screen('adminReviews'),
  beforeLoad: admin,
  component: lazyRouteComponent(screens, 'AdminReviewsScreen'),
});
const adminAds = createRoute({
  ...screen('adminAds'),
  beforeLoad: admin,
  component: lazyRouteComponent(screens, 'AdminAdsScreen'),
});

const adminMessage = createRoute({
  ...screen('adminMessage'),
  beforeLoad: admin,
  component: lazyRouteComponent(screens, 'AdminMessageScreen'),
});

export const administrationRoutes = [
  administration,
  adminMedia,
  adminUsers,
  adminReports,
  adminMail,
  adminSubscriptions,
  adminAudit,
  adminReviews,
  adminHealth,
  adminAds,
  adminMessage,
] as const;
