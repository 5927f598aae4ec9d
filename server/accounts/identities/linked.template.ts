import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail about a linked or unlinked provider, which warns the owner if someone else did it. */
export function linkedMail(mail: {
  product: string;
  name: string;
  provider: string;
  linked: boolean;
  accountUrl: string;
}): ReactElement {
  const { product, name, provider, linked, accountUrl } = mail;
  const what = linked ? `You can now sign in with ${provider}` : `${provider} was unlinked`;
  return mailLayout(
    { product, preview: what, heading: what },
    greeting(name),
    paragraph(
      linked
        ? `An account at ${provider} was linked to your account at ${product}. Whoever has that account can sign in as you.`
        : `The account at ${provider} can no longer be used to sign in to your account at ${product}. Your password stays as it is.`,
    ),
    paragraph('If this was not you, change your password at once and look at what is linked to your account.'),
    action('Open your account', accountUrl),
  );
}
