import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { writeMail } from '../mail/write-mail.ts';
import { findOwner } from './second-factor.queries.ts';

/** Tells the owner of an account that its second factors changed. */
export async function mailFactors(app: App, tx: Tx, userId: string, what: string): Promise<void> {
  const owner = await findOwner(tx, userId);
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { factorsMail } = await import('./factors.template.ts');
  await writeMail(tx, {
    to: owner.email,
    subject: what,
    kind: 'second-factor',
    dedupeKey: `second-factor:${newId()}`,
    template: factorsMail({
      product: app.env.PRODUCT_NAME,
      name: owner.name,
      what,
      forgotUrl: `${app.env.PUBLIC_URL}/forgot`,
    }),
  });
}
