import type { App } from '../../platform/app-context.ts';
import { endAllSessions } from '../../accounts/auth/session.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { lockCounters } from '../../platform/db/lock-counters.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { cancelAllQueued } from '../../platform/mail/outbox.queries.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { accountDeletions } from '../../accounts/users/account-deletion.ts';
import { ownedTables } from '../../accounts/users/owned-tables.ts';
import { lockOtherAdmins } from '../../accounts/users/users.queries.ts';
import { deleteLeftoversJob } from './own-account.jobs.ts';
import { dropAllChanges } from './request-email-change.ts';

/**
 * Tables whose rows are kept when their account is deleted: shows, because other users may plan to attend them;
 * comments, because other users replied to them; and unfinished uploads, until the sweep has removed their bytes.
 */
const STAYING: ReadonlySet<string> = new Set(['comments', 'performances', 'resumable_uploads', 'upload_reservations']);

/** Seconds after which every call that waited for the account's row has ended, and can't add rows any more. */
const LEFTOVERS_AFTER_SECONDS = 120;

/**
 * Deletes an account permanently. Its row is kept as Deleted User, without any personal data, because conversations and
 * verdicts of other users refer to it. Its songs and videos are deleted, and so are all rows that the schema deletes
 * with an account (`on delete cascade`). The sweep removes the files. Throws 404 if the account is already deleted, 409
 * for the last administrator.
 * @param check runs after the account is locked; throws if the caller may no longer delete the account
 */
export async function deleteAccount(
  app: App,
  tx: Tx,
  userId: string,
  check: () => Promise<unknown> = async () => {},
): Promise<void> {
  // Locks the counters before any row, in the same order as code that counts. Nothing is counted for the account in the
  // meantime.
  await lockCounters(tx);
  const [before] = await tx<{ role: string }[]>`select role from users where id = ${userId}`;
  // Locks all administrators in one order, so that the last two can't delete their accounts at the same time.
  const otherAdmins = before?.role === 'admin' ? await lockOtherAdmins(tx, userId) : 0;
  for (const prepare of app.domains.given(accountDeletions)) await prepare(tx, userId, app);
  const [account] = await tx<{ email: string; name: string; role: string; isVerified: boolean }[]>`
    select email, display_name as name, role, email_verified_at is not null as "isVerified" from users where id = ${userId} and deleted_at is null for update`;
  if (account === undefined) throw notFound('This account');
  await check();
  if (account.role === 'admin' && otherAdmins === 0)
    throw conflict('This is the last administrator. Make another one first.');
  await endAllSessions(tx, userId);
  await dropAllChanges(tx, userId);
  await deleteRows(tx, userId);
  await app.queue.enqueue(tx, deleteLeftoversJob, { userId }, { startAfter: LEFTOVERS_AFTER_SECONDS });
  await cancelAllQueued(tx, account.email);
  // Must run while the row's address is still marked as confirmed, because mail to other addresses is limited.
  if (canMailAccount(app, account.isVerified)) await mailOwner(app, tx, userId, account);
  const nobody = `${userId}@deleted.invalid`;
  await tx`
    update users set username = null, first_name = 'Deleted', last_name = 'User', display_name = 'Deleted User',
      email = ${nobody}, original_email = ${nobody}, password_hash = null, email_verified_at = null, role = 'user', is_curator = false,
      title = '', bio = '', city = '', state = '', latitude = null, longitude = null, experience = null,
      hourly_rate_cents = null, self_taught = false, profile_image_version = 0, has_large_image = false, feed_drawing = 'none', feed_drawing_failed_at = null, zone_colour = null, is_master_chef = false,
      first_steps_closed_at = null,
      play_count = 0, view_count = 0, share_count = 0, subscription_count = 0, deleted_at = now()
    where id = ${userId}`;
}

/**
 * Removes rows that calls wrote for a deleted account. Such calls waited for the account's row during the deletion, and
 * then succeeded. Accounts that aren't deleted keep their rows.
 */
export async function deleteLeftovers(app: App, userId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    await lockCounters(tx);
    const [account] = await tx`select 1 from users where id = ${userId} and deleted_at is not null`;
    if (account === undefined) return;
    for (const prepare of app.domains.given(accountDeletions)) await prepare(tx, userId, app);
    await deleteRows(tx, userId);
  });
}

async function deleteRows(tx: Tx, userId: string): Promise<void> {
  for (const { table, column } of await ownedTables(tx))
    if (!STAYING.has(table)) await tx`delete from ${tx(table)} where ${tx(column)} = ${userId}`;
}

async function mailOwner(
  { env }: App,
  tx: Tx,
  userId: string,
  { email, name }: { email: string; name: string },
): Promise<void> {
  // Loaded when there is mail to write. The components take most of a second, which would slow every start.
  const { accountDeletedMail } = await import('./account-deleted.template.ts');
  await writeMail(tx, {
    to: email,
    subject: `Your ${env.PRODUCT_NAME} account was deleted`,
    kind: 'account-deleted',
    dedupeKey: `account-deleted:${userId}`,
    template: accountDeletedMail({ product: env.PRODUCT_NAME, name }),
  });
}
