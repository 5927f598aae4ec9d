// The administration screens share one chunk: an administrator who opens one usually opens others, and the first load
// refers to one chunk instead of one for each screen.
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
