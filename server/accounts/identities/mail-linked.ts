import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { canMailAccount } from '../../platform/mail/can-mail-account.ts';
import { writeMail } from '../../platform/mail/write-mail.ts';
import { ACCOUNT_SCREEN } from './account-screen.ts';

/** Mails the owner of an account that an account at a provider was linked to it or unlinked. */
export async function mailLinked(app: App, tx: Tx, userId: string, provider: string, linked = true): Promise<void> {
  const [owner] = await tx<{ email: string; name: string; isVerified: boolean }[]>`
    select email, display_name as name, email_verified_at is not null as "isVerified" from users where id = ${userId}`;
  if (owner === undefined || !canMailAccount(app, owner.isVerified)) return;
  // Loaded when there is mail to write. The components take most of a second, which would slow every start.
  const { linkedMail } = await import('./linked.template.ts');
  await writeMail(tx, {
    to: owner.email,
    subject: linked ? `You can now sign in with ${provider}` : `${provider} was unlinked from your account`,
    kind: 'identity',
    dedupeKey: `identity:${newId()}`,
    template: linkedMail({
      product: app.env.PRODUCT_NAME,
      name: owner.name,
      provider,
      linked,
      accountUrl: `${app.env.PUBLIC_URL}${ACCOUNT_SCREEN}`,
    }),
  });
}
