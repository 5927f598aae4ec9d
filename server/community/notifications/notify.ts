import type { ReactElement } from 'react';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import {
  DEFAULT_EMAIL_SETTINGS,
  SETTING_LABELS,
} from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { StopLinks } from '../../platform/mail/layout.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { isRefused } from '../../platform/mail/outbox.queries.ts';
import { type Picture, writeToOutbox } from '../../platform/mail/write-mail.ts';
import { emailSettingsColumn } from './email-settings.queries.ts';
import { type Entry, recordNotification } from './record-notification.ts';
import { type NotificationKind, SETTING_OF } from './setting-by-kind.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';

export interface NotificationMail {
  /** The key of the mail, if one mail covers several notifications. */
  dedupeKey?: string;
  subject: string;
  template: (stop: StopLinks) => ReactElement;
  /** The pictures that the template refers to by name. */
  pictures?: readonly Picture[];
}

export interface Notification {
  userId: string;
  kind: NotificationKind;
  /** Identifies the occasion. Only one notification and one mail are written for each key. */
  dedupeKey: string;
  /** The content of the notification in the product. */
  entry: Entry;
  /**
   * Called only if the receiver may be mailed, so that an unsent mail doesn't count towards a limit. Null if this
   * occasion isn't mailed, for example because the last mail of its kind is recent.
   */
  mail: () => Promise<NotificationMail | null>;
}

/**
 * Notifies an account in the product and by mail, in the caller's transaction. Writes nothing if the account's settings
 * stop this kind, or if the account blocked the actor. Writes no mail if the address is known to reject mail, or if it
 * is unconfirmed although mail could confirm it, because it may be a stranger's. The mail explains how to stop it, with
 * a link and with `List-Unsubscribe` for mail programs.
 */
export async function notify(
  app: Pick<App, 'env'>,
  tx: Tx,
  { userId, kind, dedupeKey, entry, mail: writeMail }: Notification,
): Promise<void> {
  // Locks the address for the account until the mail is written. A change of address cancels the mail queued for the
  // old one.
  const [account] = await tx<{ email: string; is_confirmed: boolean; settings: EmailSettings | null }[]>`
    select u.email, u.email_verified_at is not null as is_confirmed, ${emailSettingsColumn(tx)} as settings
    from users u where u.id = ${userId} and u.deleted_at is null
      and not exists (select 1 from blocks b where b.user_id = u.id and b.blocked_id = ${entry.actorId ?? null})
    for key share of u`;
  const setting = SETTING_OF[kind];
  if (account === undefined || !(account.settings ?? DEFAULT_EMAIL_SETTINGS)[setting]) return;
  await recordNotification(tx, { userId, kind, occasion: dedupeKey, entry });
  if (!canMailAccount(app, account.is_confirmed) || (await isRefused(tx, account.email))) return;
  const mail = await writeMail();
  if (mail === null) return;
  const stop = {
    setting: SETTING_LABELS[setting],
    settingsUrl: `${app.env.PUBLIC_URL}${SCREENS.notifications.path}`,
    unsubscribeUrl: await unsubscribeUrl(app, tx, account.email),
  };
  await writeToOutbox(tx, {
    to: account.email,
    subject: mail.subject,
    kind,
    dedupeKey: mail.dedupeKey ?? dedupeKey,
    template: mail.template(stop),
    unsubscribeUrl: stop.unsubscribeUrl,
    pictures: mail.pictures ?? [],
  });
}
