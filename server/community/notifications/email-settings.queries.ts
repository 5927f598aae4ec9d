import {
  DEFAULT_EMAIL_SETTINGS,
  changeEmailSettings,
} from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { App } from '../../platform/app-context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { cancelQueued } from '../../platform/mail/outbox.queries.ts';
import { stoppedBy } from './setting-by-kind.ts';

/**
 * The mail settings of the account that the query calls `u`, in the format of the API; null if the user never chose
 * any.
 */
export const emailSettingsColumn = (db: Db) => db`
  (select jsonb_build_object('comments', s.comments, 'messages', s.messages, 'profileUpdates', s.profile_updates,
      'followerUpdates', s.follower_updates, 'newsletter', s.newsletter, 'curation', s.curation,
      'spotlight', s.spotlight, 'none', s.none)
    from email_settings s where s.user_id = u.id)`;

/**
 * Changes an account's mail settings, and cancels queued mail that they now stop. Queued mail to an unconfirmed address
 * isn't cancelled, because the address may belong to a stranger who follows musicians as a guest. This transaction must
 * have locked the account's row.
 * @param reads whether the caller is known to read mail at the account's address
 */
export async function setEmailSettings(
  app: Pick<App, 'env'>,
  tx: Tx,
  userId: string,
  change: Partial<EmailSettings>,
  reads = false,
): Promise<void> {
  const [row] = await tx<{ email: string; is_confirmed: boolean; settings: EmailSettings | null }[]>`
    select u.email, u.email_verified_at is not null as is_confirmed, ${emailSettingsColumn(tx)} as settings
    from users u where u.id = ${userId}`;
  if (row === undefined) return;
  const settings = changeEmailSettings(row.settings ?? DEFAULT_EMAIL_SETTINGS, change);
  const { profileUpdates, followerUpdates, ...others } = settings;
  const columns = { ...others, profile_updates: profileUpdates, follower_updates: followerUpdates };
  await tx`
    insert into email_settings ${tx({ user_id: userId, ...columns })}
    on conflict (user_id) do update set ${tx(columns)}`;
  if (reads || canMailAccount(app, row.is_confirmed))
    await cancelQueued(tx, row.email, stoppedBy(settings), 'Its receiver does not want it any more.');
}
