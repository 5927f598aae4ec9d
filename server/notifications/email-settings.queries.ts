import { DEFAULT_EMAIL_SETTINGS, changeEmailSettings } from '@scoville/contract/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/email-settings.ts';
import type { Db, Tx } from '../db/connection.ts';
import { cancelQueued } from '../mail/outbox.queries.ts';
import { stoppedBy } from './setting-of.ts';

/** The settings of the account that the query calls `u`, as they go over the wire; null where nothing was chosen. */
export const emailSettingsColumn = (db: Db) => db`
  (select jsonb_build_object('comments', s.comments, 'messages', s.messages, 'profileUpdates', s.profile_updates,
      'followerUpdates', s.follower_updates, 'newsletter', s.newsletter, 'curation', s.curation,
      'spotlight', s.spotlight, 'none', s.none)
    from email_settings s where s.user_id = u.id)`;

/**
 * Changes what an account wants mail about, also of what waits for an SMTP server; its row is locked by this transaction.
 */
export async function setEmailSettings(tx: Tx, userId: string, change: Partial<EmailSettings>): Promise<void> {
  const [row] = await tx<{ email: string; settings: EmailSettings | null }[]>`
    select u.email, ${emailSettingsColumn(tx)} as settings from users u where u.id = ${userId}`;
  if (row === undefined) return;
  const settings = changeEmailSettings(row.settings ?? DEFAULT_EMAIL_SETTINGS, change);
  const { profileUpdates, followerUpdates, ...others } = settings;
  const columns = { ...others, profile_updates: profileUpdates, follower_updates: followerUpdates };
  await tx`
    insert into email_settings ${tx({ user_id: userId, ...columns })}
    on conflict (user_id) do update set ${tx(columns)}`;
  await cancelQueued(tx, row.email, stoppedBy(settings), 'Its receiver does not want it any more.');
}
