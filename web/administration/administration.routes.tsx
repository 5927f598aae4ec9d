import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { admin } from '../guards.ts';
import { screen } from '../root-route.tsx';
import { page, searchOf, text, words } from '../search-params.ts';

/**
 * `filter` is the name of a state of what the table holds, or of what was done; `q` is what is looked for. Of reports `kind`
 * is what was reported, of the audit log `actor` the id of who acted. One for all tables: it is in the first load.
 */
const TableSearch = searchOf({ page, q: words, filter: text, kind: text, actor: text });

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
  validateSearch: TableSearch,
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
