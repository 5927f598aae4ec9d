import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { requireAdmin } from '../../platform/lib/guards.ts';
import { screen } from '../../root-route.tsx';
import { page, createSearchValidator, text, words } from '../../platform/lib/search-params.ts';

/**
 * The search of all tables; `filter` is the name of a state or of an act, `q` the search text. For reports, `kind` is
 * the kind of the reported content; for the audit log, `actor` is the id of the account that acted. All tables share
 * this one schema, because it is part of the first load.
 */
const TableSearch = createSearchValidator({ page, q: words, filter: text, kind: text, actor: text });

const screens = () => import('./screens.routes.tsx');

const administration = createRoute({
  ...screen('administration'),
  beforeLoad: () => {
    throw redirect({ to: '/admin/media', replace: true });
  },
});
const adminMedia = createRoute({
  ...screen('adminMedia'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminMediaScreen'),
});
const adminUsers = createRoute({
  ...screen('adminUsers'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminUsersScreen'),
});

const adminReports = createRoute({
  ...screen('adminReports'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminReportsScreen'),
});
const adminMail = createRoute({
  ...screen('adminMail'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminMailScreen'),
});

const adminSubscriptions = createRoute({
  ...screen('adminSubscriptions'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminSubscriptionsScreen'),
});

const adminAudit = createRoute({
  ...screen('adminAudit'),
  beforeLoad: requireAdmin,
  validateSearch: TableSearch,
  component: lazyRouteComponent(screens, 'AdminAuditScreen'),
});
const adminHealth = createRoute({
  ...screen('adminHealth'),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(screens, 'AdminHealthScreen'),
});
const adminReviews = createRoute({
  ...screen('adminReviews'),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(screens, 'AdminReviewsScreen'),
});
const adminAds = createRoute({
  ...screen('adminAds'),
  beforeLoad: requireAdmin,
  component: lazyRouteComponent(screens, 'AdminAdsScreen'),
});

const adminMessage = createRoute({
  ...screen('adminMessage'),
  beforeLoad: requireAdmin,
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
