import type { App } from '../../app-context.ts';
import { mailLink } from '../../accounts/auth/mail-link.ts';
import { MOST_LINKS, countChangeTokens, countTokens } from '../../accounts/auth/mailed-tokens.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { isWritten } from '../../platform/mail/write-mail.ts';
import { findKeptChange } from '../../accounts/users/email-changes.queries.ts';
import { lockRecipient, lockUser } from '../../accounts/users/users.queries.ts';
import { mailKept } from './mail-email-change.ts';
import { resetMail } from './reset.template.ts';

/** Hours for which a mailed link is good. */
const HOURS = 1;

/**
 * Mails the link for a new password to an address, when it is an account's. The links that it has stay good. One that was an
 * account's, and is kept for the undo of a change, gets the link for that instead.
 * @param occasion names it: asked for twice, it is mailed once
 */
export async function mailReset({ db, env }: Pick<App, 'db' | 'env'>, email: string, occasion: string): Promise<void> {
  const dedupeKey = `reset:${occasion}`;
  await transaction(db, async (tx) => {
    if (await isWritten(tx, dedupeKey)) return;
    const account = await lockRecipient(tx, email);
    if (account === null) return tellWhyNone(env, tx, email, dedupeKey);
    if ((await countTokens(tx, account.id, 'reset')) >= MOST_LINKS) return;
    await mailLink(tx, { userId: account.id, purpose: 'reset', hours: HOURS }, (token) => ({
      to: account.email,
      subject: `A new password for ${env.PRODUCT_NAME}`,
      kind: 'reset',
      dedupeKey,
      template: resetMail({
        product: env.PRODUCT_NAME,
        name: account.displayName,
        // The address of the installation, never the host that a request names.
        url: `${env.PUBLIC_URL}/reset/${token}`,
      }),
    }));
  });
}

async function tellWhyNone(env: App['env'], tx: Tx, email: string, dedupeKey: string): Promise<void> {
  const found = await findKeptChange(tx, email);
  const former = found && (await lockUser(tx, found.userId));
  // The change may have been taken back before the account was locked.
  const change = former && (await findKeptChange(tx, email));
  if (change?.userId !== former?.id || change === null || former === null) return;
  if ((await countChangeTokens(tx, change.id, 'undo-email')) >= MOST_LINKS) return;
  await mailKept({ env }, tx, former, change, { to: change.oldEmail, dedupeKey });
}
