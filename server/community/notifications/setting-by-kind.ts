import type { EmailSetting } from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';

/** Every kind of notification, in the product and by mail, with the setting that allows it. */
export const SETTING_OF = {
  'monthly-report': 'newsletter',
  comment: 'comments',
  reply: 'comments',
  message: 'messages',
  'message-request': 'messages',
  release: 'profileUpdates',
  post: 'profileUpdates',
  follower: 'followerUpdates',
  spotlight: 'spotlight',
  verdict: 'curation',
  'late-review': 'curation',
} as const satisfies Record<string, EmailSetting>;

export type NotificationKind = keyof typeof SETTING_OF;

/** The kinds that these settings stop. */
export const stoppedBy = (settings: EmailSettings): NotificationKind[] =>
  (Object.keys(SETTING_OF) as NotificationKind[]).filter((kind) => !settings[SETTING_OF[kind]]);
