import type { ReactElement } from 'react';
import { SCREENS } from '@scoville/contract/addresses.ts';
import { DEFAULT_EMAIL_SETTINGS, SETTING_LABELS } from '@scoville/contract/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/email-settings.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import type { StopLinks } from '../mail/layout.ts';
import { type Picture, writeToOutbox } from '../mail/write-mail.ts';
import { emailSettingsColumn } from './email-settings.queries.ts';
import { type NotificationKind, SETTING_OF } from './setting-of.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';

export interface Notification {
  userId: string;
  kind: NotificationKind;
  subject: string;
  /** Names its occasion: a second mail with the same key is not written. */
  dedupeKey: string;
  template: (stop: StopLinks) => ReactElement;
  /** What its `picture`s show, by their names. */
  pictures?: readonly Picture[];
}

/**
 * Mails an account what it wants mail about, in the caller's transaction; nothing where its settings say no, or
 * where its address is known to take none. The mail
 * says how to stop it, to people and (`List-Unsubscribe`) to their mail programs.
 */
export async function notify(
  app: Pick<App, 'env'>,
  tx: Tx,
  { userId, kind, subject, dedupeKey, template, pictures = [] }: Notification,
): Promise<void> {
  const [account] = await tx<{ email: string; settings: EmailSettings | null }[]>`
    select u.email, ${emailSettingsColumn(tx)} as settings from users u where u.id = ${userId} and u.deleted_at is null
      and not exists (select 1 from refused_addresses r where r.address = u.email)`;
  const setting = SETTING_OF[kind];
  if (account === undefined || !(account.settings ?? DEFAULT_EMAIL_SETTINGS)[setting]) return;
  const stop = {
    setting: SETTING_LABELS[setting],
    settingsUrl: `${app.env.PUBLIC_URL}${SCREENS.notifications.path}`,
    unsubscribeUrl: await unsubscribeUrl(app, tx, account.email),
  };
  await writeToOutbox(tx, {
    to: account.email,
    subject,
    kind,
    dedupeKey,
    template: template(stop),
    unsubscribeUrl: stop.unsubscribeUrl,
    pictures,
  });
}
