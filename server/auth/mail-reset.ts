import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { writeMail } from '../mail/write-mail.ts';
import { findRecipient } from '../users/users.queries.ts';
import { countTokens, issueToken } from './mailed-tokens.ts';
import { resetMail } from './reset.template.ts';

/** Hours for which a mailed link is good. */
const HOURS = 1;

/** Links that an account may have at a time: whoever asks for a stranger's again and again fills no mailbox. */
const MOST = 5;

/** Mails the link for a new password to an address, when it is an account's. The links that it has stay good. */
export async function mailReset({ db, env }: Pick<App, 'db' | 'env'>, email: string): Promise<void> {
  await transaction(db, async (tx) => {
    const account = await findRecipient(tx, email);
    if (account === null || (await countTokens(tx, account.id, 'reset')) >= MOST) return;
    const token = await issueToken(tx, account.id, 'reset', HOURS);
    await writeMail(tx, {
      to: account.email,
      subject: `A new password for ${env.PRODUCT_NAME}`,
      kind: 'reset',
      dedupeKey: `reset:${newId()}`,
      template: resetMail({
        product: env.PRODUCT_NAME,
        name: account.displayName,
        // The address of the installation, never the host that a request names.
        url: `${env.PUBLIC_URL}/reset/${token}`,
      }),
    });
  });
}
