import type { ReactElement } from 'react';
import { action, greeting, mailAddress, mailLayout, paragraph } from '../mail/layout.ts';

export interface AddressChangeMail {
  product: string;
  name: string;
  /** The new one. */
  email: string;
  contactUrl: string;
}

/** The mail to the former address of an account. */
export function addressChangeMail({ product, name, email, contactUrl }: AddressChangeMail): ReactElement {
  return mailLayout(
    { product, preview: `It is ${email} now.`, heading: 'Your email address was changed' },
    greeting(name),
    paragraph(
      `From now on you sign in to ${product} with `,
      mailAddress(email),
      `, and email from ${product} goes there.`,
    ),
    paragraph('If it was not you who changed it, tell us at once.'),
    action('Contact us', contactUrl),
  );
}
