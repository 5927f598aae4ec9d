import type { ReactElement } from 'react';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { findOwner } from './second-factor.queries.ts';

// Templates are loaded when there is mail to write. Their components take most of a second, which would slow every
// start.

/** Mails the owner of an account about a change of its second factors. */
export async function mailFactors(app: App, tx: Tx, userId: string, what: string): Promise<void> {
  const { factorsMail } = await import('./factors.template.ts');
  await mailOwner(app, tx, userId, what, (mail) => factorsMail({ ...mail, what }));
}

/** Mails the owner of an account that an administrator removed all its second factors. */
export async function mailFactorsRemoved(app: App, tx: Tx, userId: string): Promise<void> {
  const { factorsRemovedMail } = await import('./factors-removed.template.ts');
  const contactUrl = `${app.env.PUBLIC_URL}/help/contact`;
  await mailOwner(app, tx, userId, 'An administrator removed your second factor', (mail) =>
    factorsRemovedMail({ ...mail, contactUrl }),
  );
}

async function mailOwner(
  { env }: App,
  tx: Tx,
  userId: string,
  subject: string,
  template: (mail: { product: string; name: string; forgotUrl: string }) => ReactElement,
): Promise<void> {
  const owner = await findOwner(tx, userId);
  await writeMail(tx, {
    to: owner.email,
    subject,
    kind: 'second-factor',
    dedupeKey: `second-factor:${newId()}`,
    template: template({ product: env.PRODUCT_NAME, name: owner.name, forgotUrl: `${env.PUBLIC_URL}/forgot` }),
  });
}
