// The screens of administration are one part of the browser's code: who opens one opens the others, and the first load
// knows one name instead of one for each.
export { AdminAdsScreen } from './admin-ads-screen.tsx';
export { AdminAuditScreen } from './admin-audit-screen.tsx';
export { AdminHealthScreen } from './admin-health-screen.tsx';
export { AdminMailScreen } from './admin-mail-screen.tsx';
export { AdminMediaScreen } from './admin-media-screen.tsx';
export { AdminMessageScreen } from './admin-message-screen.tsx';
export { AdminReportsScreen } from './admin-reports-screen.tsx';
export { AdminReviewsScreen } from './admin-reviews-screen.tsx';
export { AdminSubscriptionsScreen } from './admin-subscriptions-screen.tsx';
export { AdminUsersScreen } from './admin-users-screen.tsx';
