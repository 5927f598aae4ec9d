import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail with the link that stops further mail, to an account or to a guest follower (`name` is null). */
export const unsubscribeMail = ({
  product,
  name,
  url,
}: {
  product: string;
  name: string | null;
  url: string;
}): ReactElement =>
  mailLayout(
    { product, preview: 'One click stops our mail.', heading: 'Unsubscribe' },
    name === null ? paragraph('Hello,') : greeting(name),
    paragraph(
      name === null
        ? `Somebody asked ${product} to stop emailing you. Confirm, and all of your subscriptions are cancelled.`
        : `Somebody asked ${product} to stop emailing you. Confirm, and we will only email you about your account itself, such as a password change.`,
    ),
    action('Unsubscribe', url),
    paragraph('If that was not you, ignore this email: everything stays as it is.'),
  );
