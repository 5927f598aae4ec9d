import type { EmailSettings } from './email-settings.ts';

/** A setting that lets mail of its kind through. */
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

/** What the screen and the mails call them. */
export const SETTING_LABELS: Record<EmailSetting, string> = {
  comments: 'Comments',
  messages: 'Messages',
  profileUpdates: 'Profile updates',
  followerUpdates: 'Follower updates',
  newsletter: 'Newsletter',
  curation: 'Curation',
  spotlight: 'Spotlight',
};

/** What an account has that never chose. */
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

/** None, and nothing beside it. */
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
 * The settings after a change: `none` turns all others off, and another one that is turned on while it is set clears it.
 * What a change says again is no change; one that turns on both means none.
 */
export function changeEmailSettings(before: EmailSettings, change: Partial<EmailSettings>): EmailSettings {
  const after = { ...before, ...change };
  if (!after.none) return after;
  const turnedOn = EMAIL_SETTINGS.some((name) => after[name] && !before[name]);
  return before.none && turnedOn ? { ...after, none: false } : NO_EMAIL;
}
