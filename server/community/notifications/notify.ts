import type { ReactElement } from 'react';
import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import {
  DEFAULT_EMAIL_SETTINGS,
  SETTING_LABELS,
} from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { App } from '../../app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { StopLinks } from '../../platform/mail/layout.ts';
import { mayBeTold } from '../../platform/mail/may-be-told.ts';
import { isRefused } from '../../platform/mail/outbox.queries.ts';
import { type Picture, writeToOutbox } from '../../platform/mail/write-mail.ts';
import { emailSettingsColumn } from './email-settings.queries.ts';
import { type Entry, recordNotification } from './record-notification.ts';
import { type NotificationKind, SETTING_OF } from './setting-of.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';

export interface NotificationMail {
  /** Names its own occasion, where one mail tells of several. */
  dedupeKey?: string;
  subject: string;
  template: (stop: StopLinks) => ReactElement;
  /** What its `picture`s show, by their names. */
  pictures?: readonly Picture[];
}

export interface Notification {
  userId: string;
  kind: NotificationKind;
  /** Names its occasion: neither a second mail nor a second notification with the same key is written. */
  dedupeKey: string;
  /** What it says in the product. */
  entry: Entry;
  /**
   * Asked when nothing of the receiver speaks against a mail, so that what is not mailed takes no turn; null where this
   * occasion is not mailed, as the last mail of its kind was not long ago.
   */
  mail: () => Promise<NotificationMail | null>;
}

/**
 * Tells an account of what it wants to know, in the product and by mail, in the caller's transaction; nothing where its
 * settings say no, or of what somebody did whom it blocked, and no mail where its address is known to take none, or where
 * nobody confirmed it though that could be: it may be a stranger's. The mail says how to stop it, to people and
 * (`List-Unsubscribe`) to their mail programs.
 */
export async function notify(
  app: Pick<App, 'env'>,
  tx: Tx,
  { userId, kind, dedupeKey, entry, mail: writeMail }: Notification,
): Promise<void> {
  // The address stays the account's until the mail is written: whoever changes it takes back what waits for this one.
  const [account] = await tx<{ email: string; is_confirmed: boolean; settings: EmailSettings | null }[]>`
    select u.email, u.email_verified_at is not null as is_confirmed, ${emailSettingsColumn(tx)} as settings
    from users u where u.id = ${userId} and u.deleted_at is null
      and not exists (select 1 from blocks b where b.user_id = u.id and b.blocked_id = ${entry.actorId ?? null})
    for key share of u`;
  const setting = SETTING_OF[kind];
  if (account === undefined || !(account.settings ?? DEFAULT_EMAIL_SETTINGS)[setting]) return;
  await recordNotification(tx, { userId, kind, occasion: dedupeKey, entry });
  if (!mayBeTold(app, account.is_confirmed) || (await isRefused(tx, account.email))) return;
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
