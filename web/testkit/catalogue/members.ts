import { SONG } from './ids.ts';
import { administrator, member, musician, reviewer } from '../accounts.ts';
import type { ScreenRows } from './row.ts';

const unsettled = () => member({ hasAuth: false });

export const members: ScreenRows = {
  reset: [{ at: '/reset', as: unsettled, shows: /.+/ }],
  favorites: [{ at: '/favorites', as: member, shows: 'Your Favorite Media' }],
  playlists: [{ at: '/playlists', as: member, shows: 'Playlists' }],
  playlist: [{ at: `/playlists/${SONG}`, as: member, shows: /.+/ }],
  accountOverview: [{ at: '/account/overview', as: musician, shows: /.+/ }],
  deleteAccount: [{ at: '/account/delete', as: member, shows: /.+/ }],
  notifications: [{ at: '/account/notifications', as: member, shows: /.+/ }],
  inbox: [{ at: '/notifications', as: member, shows: 'Notifications' }],
  unsubscribe: [{ at: '/account/unsubscribe', shows: /.+/ }],
  confirmFollow: [{ at: '/account/confirm-subscription/abcdefghij', shows: /.+/ }],
  subscription: [{ at: '/account/subscription', as: musician, shows: /.+/ }],
  messages: [{ at: '/messages', as: member, shows: 'Messages' }],
  messagesWith: [{ at: `/messages/${SONG}`, as: member, shows: /.+/ }],
  upload: [{ at: '/upload', as: musician, shows: /.+/ }],
  ownMedia: [{ at: '/account/media', as: musician, shows: /.+/ }],
  editMedia: [{ at: `/account/media/edit/${SONG}`, as: musician, shows: /.+/ }],
  editProfile: [{ at: '/account/profile', as: musician, shows: /.+/ }],
  performances: [{ at: '/account/performances', as: musician, shows: /.+/ }],
  review: [{ at: '/review', as: reviewer, shows: 'Review' }],
  adminMedia: [{ at: '/admin/media', as: administrator, shows: /.+/ }],
  adminMail: [{ at: '/admin/mail', as: administrator, shows: /.+/ }],
  adminUsers: [{ at: '/admin/users', as: administrator, shows: /.+/ }],
  adminHealth: [{ at: '/admin/health', as: administrator, shows: /.+/ }],
  adminReports: [{ at: '/admin/reports', as: administrator, shows: /.+/ }],
  adminSubscriptions: [{ at: '/admin/subscriptions', as: administrator, shows: /.+/ }],
  adminReviews: [{ at: '/admin/reviews', as: administrator, shows: /.+/ }],
  adminAudit: [{ at: '/admin/audit', as: administrator, shows: /.+/ }],
  adminAds: [{ at: '/admin/ads', as: administrator, shows: /.+/ }],
  adminMessage: [{ at: '/admin/system-message', as: administrator, shows: /.+/ }],
  typedItem: [{ at: `/juno/song/${SONG}`, shows: /.+/ }],
  // The logout screen redirects at once, so there is nothing to show.
  logout: [],
  account: [],
  administration: [],
  help: [],
};
