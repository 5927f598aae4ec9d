import { NO_EMAIL } from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { cancelQueued } from '../../platform/mail/outbox.queries.ts';
import { stoppedBy } from '../notifications/setting-by-kind.ts';
import type { UserRow } from '../../accounts/users/users.queries.ts';

/** Mail with links that become invalid when the account's address changes (the trigger `users_email_changed`). */
const LINKS = ['reset', 'verification'];
/** Mail that the user requested, and that also has a notification in the product. */
const ASKED_FOR = ['data-export'];

/**
 * Cancels queued mail to the former address of an account, in the transaction that changes the address. This includes
 * mail that can be turned off, because the reader of the former address could no longer turn it off; mail about a
 * finished data export, because it no longer concerns that reader; and mail with invalid links. Mail about changes of
 * the password or the address is still sent there, because the owner may not read it anywhere else.
 * @param before the account before the change
 */
export async function cancelFormerMail(app: Pick<App, 'env'>, tx: Tx, before: UserRow): Promise<void> {
  // An unconfirmed address never got such mail for this account, so mail that is queued there is for a stranger.
  const notices = canMailAccount(app, before.is_verified) ? [...stoppedBy(NO_EMAIL), ...ASKED_FOR] : [];
  await cancelQueued(tx, before.email, [...LINKS, ...notices], 'The account has another address now.');
}
