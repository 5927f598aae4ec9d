import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/**
 * The mail with the link that confirms an address.
 * @param mail.again for an address that is already confirmed, if the holder of the account must prove that the address
 * is theirs; `forgotUrl` lets a reader choose a new password if someone else is signed in to the account
 */
export function verificationMail(mail: {
  product: string;
  name: string;
  url: string;
  again?: { forgotUrl: string } | undefined;
}): ReactElement {
  const { product, name, url, again } = mail;
  return mailLayout(
    {
      product,
      preview: again === undefined ? 'One click, and you can publish.' : 'One click in the browser that asked for it.',
      heading: 'Confirm your email',
    },
    greeting(name),
    paragraph(
      again === undefined
        ? `Welcome to ${product}. You can look around and upload right away; to publish, to rate and to write to others, confirm that this is your address. The link is valid for three days.`
        : `Confirm that this is your address: open this link in the browser in which you are signed in to ${product}. Then you can add a second factor and link other accounts. The link is valid for three days.`,
    ),
    action('Confirm your email', url),
    paragraph(
      again === undefined
        ? 'If you did not create an account, ignore this email.'
        : `If you did not ask for this, somebody else may be signed in to the account with your address. Choose a new password, and they are signed out: ${again.forgotUrl}`,
    ),
  );
}
