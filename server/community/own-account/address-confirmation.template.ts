import type { ReactElement } from 'react';
import { action, greeting, mailAddress, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail to a new address, with the link that makes it the account's address. */
export const addressConfirmationMail = (mail: {
  product: string;
  name: string;
  email: string;
  days: number;
  url: string;
}): ReactElement =>
  mailLayout(
    { product: mail.product, preview: 'One click, and you sign in with it.', heading: 'Confirm your new email' },
    greeting(mail.name),
    paragraph(
      `Confirm that you want to sign in to ${mail.product} with `,
      mailAddress(mail.email),
      `. Until then your email address stays what it is. The link is valid for ${mail.days} days.`,
    ),
    action('Confirm your new email', mail.url),
    paragraph('If you did not ask for this, ignore this email: nothing changes.'),
  );
