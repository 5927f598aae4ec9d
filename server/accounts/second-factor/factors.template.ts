import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail about a change of second factors, which warns the owner if someone else made it. */
export function factorsMail(mail: { product: string; name: string; what: string; forgotUrl: string }): ReactElement {
  const { product, name, what, forgotUrl } = mail;
  return mailLayout(
    { product, preview: what, heading: what },
    greeting(name),
    paragraph(`This concerns how you sign in to your account at ${product}.`),
    paragraph('If this was not you, choose a new password at once: it ends every session of your account.'),
    action('Choose a new password', forgotUrl),
  );
}
