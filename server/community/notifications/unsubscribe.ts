import type { App } from '../../platform/app-context.ts';
import { type Db, type Tx, transaction } from '../../platform/db/connection.ts';
import { limitMail, skipIfLimited } from '../../platform/mail/limit-mail.ts';
import { isWritten, writeMail } from '../../platform/mail/write-mail.ts';
import { setEmailSettings } from './email-settings.queries.ts';
import { guestMails } from './guest-mail.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';

/**
 * Stops all mail to an address that can be turned off, both for its account and for guests. The caller must have proved
 * that they read mail there. An address without such mail is ignored.
 */
export async function unsubscribeAddress(app: Pick<App, 'db' | 'env' | 'domains'>, email: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    await stopAccountMail(app, tx, email, true);
    for (const guestMail of app.domains.given(guestMails)) await guestMail.stop(tx, email);
  });
}

/**
 * Stops all mail to the account with this address, but not to guests, because the account's owner may have entered a
 * stranger's address.
 */
export async function unsubscribeAccount(app: Pick<App, 'db' | 'env'>, email: string): Promise<void> {
  await transaction(app.db, (tx) => stopAccountMail(app, tx, email, false));
}

async function stopAccountMail(app: Pick<App, 'env'>, tx: Tx, email: string, reads: boolean): Promise<void> {
  const [account] = await tx<{ id: string }[]>`
    select id from users where email = ${email} and deleted_at is null for no key update`;
  if (account !== undefined) await setEmailSettings(app, tx, account.id, { none: true }, reads);
}

/** Maximum number of unsubscribe links per day to a mailbox, for all its addresses together. */
const MOST_IN_A_DAY = 3;

/**
 * Mails an address the link that stops its mail, requested without such a link; at most once a day, and only if there
 * is mail to stop. The addresses of a mailbox share a limit, because anyone can request these links.
 */
export async function mailUnsubscribeLink(
  app: Pick<App, 'db' | 'env' | 'domains' | 'limits'>,
  email: string,
  now = new Date(),
): Promise<void> {
  await skipIfLimited(() => writeLink(app, email, now));
}

async function writeLink(app: Pick<App, 'db' | 'env' | 'domains' | 'limits'>, email: string, now: Date): Promise<void> {
  const product = app.env.PRODUCT_NAME;
  await transaction(app.db, async (tx) => {
    const receiver = await findReceiver(app, tx, email);
    if (receiver === null) return;
    const { address, name } = receiver;
    const dedupeKey = `unsubscribe:${address.toLowerCase()}:${now.toISOString().slice(0, 10)}`;
    if (await isWritten(tx, dedupeKey)) return;
    await limitMail(app.limits, { sort: 'unsubscribe', email: address, most: MOST_IN_A_DAY });
    const { unsubscribeMail } = await import('./unsubscribe.template.ts');
    await writeMail(tx, {
      to: address,
      subject: `Unsubscribe from ${product}`,
      kind: 'unsubscribe',
      dedupeKey,
      template: unsubscribeMail({ product, name, url: await unsubscribeUrl(app, tx, address) }),
    });
  });
}

/** The receiver of mail at an address that can be stopped: an account, or a guest (`name` is null). */
async function findReceiver(
  { domains }: Pick<App, 'domains'>,
  db: Db,
  email: string,
): Promise<{ address: string; name: string | null } | null> {
  const [account] = await db<{ address: string; name: string }[]>`
    select u.email as address, u.display_name as name
    from users u left join email_settings s on s.user_id = u.id
    where u.email = ${email} and u.deleted_at is null and s.none is not true`;
  if (account !== undefined) return account;
  for (const guestMail of domains.given(guestMails)) {
    const address = await guestMail.findAddress(db, email);
    if (address !== null) return { address, name: null };
  }
  return null;
}
