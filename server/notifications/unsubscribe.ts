import type { App } from '../app-context.ts';
import { transaction } from '../db/connection.ts';
import { writeMail } from '../mail/write-mail.ts';
import { setEmailSettings } from './email-settings.queries.ts';
import { unsubscribeUrl } from './unsubscribe-links.ts';

/** Stops all mail to an address that may be stopped; nothing where it is no account's. */
export async function unsubscribeAddress({ db }: Pick<App, 'db'>, email: string): Promise<void> {
  await transaction(db, async (tx) => {
    const [account] = await tx<{ id: string }[]>`
      select id from users where email = ${email} and deleted_at is null for no key update`;
    if (account !== undefined) await setEmailSettings(tx, account.id, { none: true });
  });
}

/**
 * Mails an address the link that stops its mail, for whoever asked without one; at most once a day, and nothing where
 * there is no account or nothing to stop.
 */
export async function mailUnsubscribeLink(app: Pick<App, 'db' | 'env'>, email: string): Promise<void> {
  const product = app.env.PRODUCT_NAME;
  await transaction(app.db, async (tx) => {
    const [account] = await tx<{ id: string; email: string; name: string; day: string }[]>`
      select u.id, u.email, u.display_name as name, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as day
      from users u left join email_settings s on s.user_id = u.id
      where u.email = ${email} and u.deleted_at is null and s.none is not true`;
    if (account === undefined) return;
    const { unsubscribeMail } = await import('./unsubscribe.template.ts');
    await writeMail(tx, {
      to: account.email,
      subject: `Unsubscribe from ${product}`,
      kind: 'unsubscribe',
      dedupeKey: `unsubscribe:${account.id}:${account.day}`,
      template: unsubscribeMail({ product, name: account.name, url: await unsubscribeUrl(app, tx, account.email) }),
    });
  });
}
