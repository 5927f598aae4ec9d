import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../../community/notifications/record-notification.ts';
import { EXPORT_DAYS, type ExportOwner } from './data-export.queries.ts';
import { exportMail } from './export.template.ts';

/** Notifies an account that the copy of its data is ready: in the product, and by mail if its address is confirmed. */
export async function mailExport(
  { env }: Pick<App, 'env'>,
  tx: Tx,
  { userId, email, name, isVerified }: ExportOwner,
  { exportId, bytes }: { exportId: string; bytes: number },
): Promise<void> {
  if (canMailAccount({ env }, isVerified))
    await writeMail(tx, {
      to: email,
      subject: `Your data at ${env.PRODUCT_NAME} is ready`,
      kind: 'data-export',
      dedupeKey: `data-export:${exportId}`,
      template: exportMail({
        product: env.PRODUCT_NAME,
        name,
        megabytes: Math.max(1, Math.round(bytes / 1_000_000)),
        days: EXPORT_DAYS,
        url: `${env.PUBLIC_URL}/account/overview#your-data`,
      }),
    });
  await recordNotification(tx, {
    userId,
    kind: 'data-export',
    occasion: `data-export:${exportId}`,
    entry: { words: 'The copy of your data is ready', path: '/account/overview#your-data' },
  });
}
