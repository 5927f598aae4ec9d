import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { writeMail } from '../mail/write-mail.ts';
import type { UserRow } from './users.queries.ts';

/** Tells the former address that the account has another one now: whoever did not do this hears of it. */
export async function mailAddressChange(app: App, tx: Tx, before: UserRow, email: string): Promise<void> {
  const product = app.env.PRODUCT_NAME;
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { addressChangeMail } = await import('./address-change.template.ts');
  await writeMail(tx, {
    to: before.email,
    subject: `Your email address at ${product} was changed`,
    kind: 'address-change',
    dedupeKey: `address-change:${newId()}`,
    template: addressChangeMail({
      product,
      name: before.display_name,
      email,
      contactUrl: `${app.env.PUBLIC_URL}/help/contact`,
    }),
  });
}
