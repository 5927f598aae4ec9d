import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail to the owner of an account whose second factors an administrator removed. */
export function factorsRemovedMail(mail: {
  product: string;
  name: string;
  forgotUrl: string;
  contactUrl: string;
}): ReactElement {
  const { product, name, forgotUrl, contactUrl } = mail;
  return mailLayout(
    {
      product,
      preview: 'You have been signed out everywhere.',
      heading: 'An administrator removed your second factor',
    },
    greeting(name),
    paragraph(
      `An administrator of ${product} removed the second factor of your account: the authenticator app, all passkeys and all recovery codes. You have been signed out everywhere, and you are not asked for a second step when you sign in.`,
    ),
    paragraph('If you asked for this, sign in and set up a new one on your account page.'),
    paragraph(
      `If you did not, somebody may have pretended to be you. Tell us at once at ${contactUrl}, and choose a new password:`,
    ),
    action('Choose a new password', forgotUrl),
  );
}
