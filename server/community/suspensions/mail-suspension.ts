import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import { untilWhen } from '../../accounts/auth/suspended.ts';
import type { SuspensionRow } from '../../accounts/users/suspension.queries.ts';

type Installation = Pick<App, 'env'>;

/** Notifies an account's owner, by mail and in the product, that the account is suspended, until when and why. */
export async function mailSuspension(
  { env }: Installation,
  tx: Tx,
  userId: string,
  { reason, ends_at }: SuspensionRow,
): Promise<void> {
  const { email, name } = await addressee(tx, userId);
  // Loaded when there is mail to write, because the components take most of a second.
  const occasion = `suspension:${newId()}`;
  const { suspensionMail } = await import('./suspension.template.ts');
  await writeMail(tx, {
    to: email,
    subject: `Your ${env.PRODUCT_NAME} account is suspended`,
    kind: 'suspension',
    dedupeKey: occasion,
    template: suspensionMail({
      product: env.PRODUCT_NAME,
      name,
      until: untilWhen(ends_at),
      reason,
      contactUrl: `${env.PUBLIC_URL}/help/contact`,
    }),
  });
  await recordNotification(tx, {
    userId,
    kind: 'suspension',
    occasion,
    entry: { words: 'Your account was suspended', path: SCREENS.contact.path },
  });
}

/**
 * Notifies an account's owner, by mail and in the product, that the account may sign in again, earlier than planned.
 */
export async function mailSuspensionLifted({ env }: Installation, tx: Tx, userId: string): Promise<void> {
  const { email, name } = await addressee(tx, userId);
  const occasion = `suspension:${newId()}`;
  const { liftedMail } = await import('./suspension.template.ts');
  await writeMail(tx, {
    to: email,
    subject: `Your ${env.PRODUCT_NAME} account is no longer suspended`,
    kind: 'suspension',
    dedupeKey: occasion,
    template: liftedMail({ product: env.PRODUCT_NAME, name, loginUrl: `${env.PUBLIC_URL}/login` }),
  });
  await recordNotification(tx, {
    userId,
    kind: 'suspension',
    occasion,
    entry: { words: 'Your account is no longer suspended', path: SCREENS.accountOverview.path },
  });
}

async function addressee(tx: Tx, userId: string): Promise<{ email: string; name: string }> {
  const [account] = await tx<{ email: string; name: string }[]>`
    select email, display_name as name from users where id = ${userId}`;
  if (account === undefined) throw new Error(`The account ${userId} is gone, although it is locked.`);
  return account;
}
