import type { App } from '../../platform/app-context.ts';
import { transaction } from '../../platform/db/connection.ts';
import { isWritten } from '../../platform/mail/write-mail.ts';
import { mailLink } from './mail-link.ts';
import { MOST_LINKS, countTokens } from './mailed-tokens.ts';
import { verificationMail } from './verification.template.ts';

/** Hours for which a mailed link is valid. */
const HOURS = 72;

/**
 * Mails an account the link that confirms its address, unless the account's holder has already confirmed it.
 * @param occasion identifies the request, so that a repeated job mails it once
 */
export async function mailVerification(
  { db, env }: Pick<App, 'db' | 'env'>,
  userId: string,
  occasion: string,
): Promise<void> {
  const dedupeKey = `verification:${occasion}`;
  await transaction(db, async (tx) => {
    const [account] = await tx<{ email: string; name: string; isVerified: boolean }[]>`
      select email, display_name as name, email_verified_at is not null as "isVerified" from users
      where id = ${userId} and deleted_at is null and vouched_at is null for update`;
    if (account === undefined || (await isWritten(tx, dedupeKey))) return;
    if ((await countTokens(tx, userId, 'verify')) >= MOST_LINKS) return;
    await mailLink(tx, { userId, purpose: 'verify', hours: HOURS }, (token) => ({
      to: account.email,
      subject: `Confirm your email for ${env.PRODUCT_NAME}`,
      kind: 'verification',
      dedupeKey,
      template: verificationMail({
        product: env.PRODUCT_NAME,
        name: account.name,
        url: `${env.PUBLIC_URL}/verify/${token}`,
        again: account.isVerified ? { forgotUrl: `${env.PUBLIC_URL}/forgot` } : undefined,
      }),
    }));
  });
}
