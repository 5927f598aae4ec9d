import type { App } from '../../platform/app-context.ts';
import { deleteTokens } from '../../accounts/auth/mailed-tokens.ts';
import { endAllSessions } from '../../accounts/auth/session.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { unauthorized } from '../../platform/http/errors.ts';
import { deleteIdentities } from '../../accounts/identities/identities.queries.ts';
import { newId } from '../../platform/ids.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { cancelQueued } from '../../platform/mail/outbox.queries.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { dropPendingChange } from './request-email-change.ts';

/**
 * Sets an account's password. All its sessions end, mailed links for a new password become invalid, and a pending
 * change of its address is cancelled. The owner is mailed if the address is confirmed. Throws 401 if the account is
 * deleted.
 * @param byMail the password was chosen with a mailed link, so the account's holder now reads mail at its address. If
 * that wasn't proved before, the previous holder may have been someone else, so the identities that they linked are
 * deleted.
 */
export async function changePassword(
  { env }: Pick<App, 'env'>,
  tx: Tx,
  userId: string,
  passwordHash: string,
  { byMail = false } = {},
): Promise<void> {
  const [account] = await tx<
    { email: string; name: string; hadOne: boolean; isVerified: boolean; wasVouched: boolean }[]
  >`
    update users u set password_hash = ${passwordHash},
      email_verified_at = case when ${byMail} then coalesce(u.email_verified_at, now()) else u.email_verified_at end,
      vouched_at = case when ${byMail} then coalesce(u.vouched_at, now()) else u.vouched_at end
    from (select id, password_hash is not null as had_one, vouched_at is not null as was_vouched
      from users where id = ${userId} for update) before
    where u.id = before.id and u.deleted_at is null
    returning u.email, u.display_name as name, before.had_one as "hadOne",
      u.email_verified_at is not null as "isVerified", before.was_vouched as "wasVouched"`;
  if (account === undefined) throw unauthorized();
  await endAllSessions(tx, userId);
  // An intruder with a link for a new password could otherwise choose the next one.
  await deleteTokens(tx, userId, 'reset');
  await cancelQueued(tx, account.email, ['reset'], 'The account has a new password.');
  // A pending new address may be the intruder's, too.
  await dropPendingChange(tx, userId);
  if (byMail && !account.wasVouched) await deleteIdentities(tx, userId);
  if (!canMailAccount({ env }, account.isVerified)) return;
  // Loaded when there is mail to write. The components take most of a second, which would slow every start.
  const { passwordChangedMail } = await import('./password-changed.template.ts');
  await writeMail(tx, {
    to: account.email,
    subject: account.hadOne
      ? `Your password for ${env.PRODUCT_NAME} was changed`
      : `Your ${env.PRODUCT_NAME} account now has a password`,
    kind: 'password-changed',
    dedupeKey: `password-changed:${newId()}`,
    template: passwordChangedMail({
      product: env.PRODUCT_NAME,
      name: account.name,
      isFirst: !account.hadOne,
      forgotUrl: `${env.PUBLIC_URL}/forgot`,
    }),
  });
}
