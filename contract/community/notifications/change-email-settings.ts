import type { EmailSettings } from '../../accounts/users/email-settings.ts';

/** A setting that allows mail of its kind. */
export type EmailSetting = Exclude<keyof EmailSettings, 'none'>;

export const EMAIL_SETTINGS: readonly EmailSetting[] = [
  'comments',
  'messages',
  'profileUpdates',
  'followerUpdates',
  'newsletter',
  'curation',
  'spotlight',
];

/** The labels of the settings on the screen and in mails. */
export const SETTING_LABELS: Record<EmailSetting, string> = {
  comments: 'Comments',
  messages: 'Messages',
  profileUpdates: 'Profile updates',
  followerUpdates: 'Follower updates',
  newsletter: 'Newsletter',
  curation: 'Curation',
  spotlight: 'Spotlight',
};

/** The settings of an account that never changed them. */
export const DEFAULT_EMAIL_SETTINGS: EmailSettings = {
  comments: true,
  messages: true,
  profileUpdates: true,
  followerUpdates: true,
  newsletter: true,
  curation: true,
  spotlight: true,
  none: false,
};

/** `none` on, and all others off. */
export const NO_EMAIL: EmailSettings = {
  comments: false,
  messages: false,
  profileUpdates: false,
  followerUpdates: false,
  newsletter: false,
  curation: false,
  spotlight: false,
  none: true,
};

/**
 * Returns the settings after a change. `none` turns all others off, and turning on another one clears `none`. A value
 * that is already set counts as no change; a change that turns on both means `none`.
 */
export function changeEmailSettings(before: EmailSettings, change: Partial<EmailSettings>): EmailSettings {
  const after = { ...before, ...change };
  if (!after.none) return after;
  const turnedOn = EMAIL_SETTINGS.some((name) => after[name] && !before[name]);
  return before.none && turnedOn ? { ...after, none: false } : NO_EMAIL;
}
