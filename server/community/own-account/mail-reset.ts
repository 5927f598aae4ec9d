import type { App } from '../../platform/app-context.ts';
import { mailLink } from '../../accounts/auth/mail-link.ts';
import { MOST_LINKS, countChangeTokens, countTokens } from '../../accounts/auth/mailed-tokens.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { isWritten } from '../../platform/mail/write-mail.ts';
import { findUndoableChange } from '../../accounts/users/email-changes.queries.ts';
import { lockRecipient, lockUser } from '../../accounts/users/users.queries.ts';
import { mailAddressReserved } from './mail-email-change.ts';
import { resetMail } from './reset.template.ts';

/** Hours for which a mailed link is valid. */
const HOURS = 1;

/**
 * Mails an address the link for a new password, if an account has the address. The account's earlier links stay valid.
 * A former address that is kept for the undo of a change gets the undo link instead.
 * @param occasion identifies the request, so that a repeated job mails it once
 */
export async function mailReset({ db, env }: Pick<App, 'db' | 'env'>, email: string, occasion: string): Promise<void> {
  const dedupeKey = `reset:${occasion}`;
  await transaction(db, async (tx) => {
    if (await isWritten(tx, dedupeKey)) return;
    const account = await lockRecipient(tx, email);
    if (account === null) return mailFormerAddress(env, tx, email, dedupeKey);
    if ((await countTokens(tx, account.id, 'reset')) >= MOST_LINKS) return;
    await mailLink(tx, { userId: account.id, purpose: 'reset', hours: HOURS }, (token) => ({
      to: account.email,
      subject: `A new password for ${env.PRODUCT_NAME}`,
      kind: 'reset',
      dedupeKey,
      template: resetMail({
        product: env.PRODUCT_NAME,
        name: account.displayName,
        // The URL starts with PUBLIC_URL, never with the host from a request.
        url: `${env.PUBLIC_URL}/reset/${token}`,
      }),
    }));
  });
}

async function mailFormerAddress(env: App['env'], tx: Tx, email: string, dedupeKey: string): Promise<void> {
  const found = await findUndoableChange(tx, email);
  const former = found && (await lockUser(tx, found.userId));
  // The change may have been taken back before the account was locked.
  const change = former && (await findUndoableChange(tx, email));
  if (change?.userId !== former?.id || change === null || former === null) return;
  if ((await countChangeTokens(tx, change.id, 'undo-email')) >= MOST_LINKS) return;
  await mailAddressReserved({ env }, tx, former, change, { to: change.oldEmail, dedupeKey });
}
