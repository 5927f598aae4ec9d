import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { describeDevice } from './device.ts';
import { newDeviceMail } from './new-device.template.ts';
import { placeOf } from './place.ts';

/** A sign-in from a browser that is new to the account. */
export interface NewDevice {
  userId: string;
  userAgent: string;
  network: string;
  /** ISO 8601. */
  at: string;
}

/**
 * Notifies an account's owner, if the account's address is confirmed.
 * @param occasion identifies the sign-in, so that a repeated job mails it once
 */
export async function mailNewDevice(
  { db, env }: Pick<App, 'db' | 'env'>,
  { userId, userAgent, network, at }: NewDevice,
  occasion: string,
): Promise<void> {
  const place = await placeOf(network);
  await transaction(db, async (tx) => {
    const [account] = await tx<{ email: string; name: string; isVerified: boolean }[]>`
      select email, display_name as name, email_verified_at is not null as "isVerified"
      from users where id = ${userId} and deleted_at is null`;
    if (account === undefined || !canMailAccount({ env }, account.isVerified)) return;
    await writeMail(tx, {
      to: account.email,
      subject: `A new sign-in to your ${env.PRODUCT_NAME} account`,
      kind: 'new-device',
      dedupeKey: `new-device:${occasion}`,
      template: newDeviceMail({
        product: env.PRODUCT_NAME,
        name: account.name,
        device: describeDevice(userAgent),
        from: place === null ? network : `${place} (${network})`,
        at: new Date(at),
        accountUrl: `${env.PUBLIC_URL}/account/overview`,
      }),
    });
  });
}
