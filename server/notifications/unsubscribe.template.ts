import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../mail/layout.ts';

/** The mail with the link that stops further mail. */
export const unsubscribeMail = ({ product, name, url }: { product: string; name: string; url: string }): ReactElement =>
  mailLayout(
    { product, preview: 'One click stops our mail.', heading: 'Unsubscribe' },
    greeting(name),
    paragraph(
      `somebody asked ${product} to stop emailing you. Confirm, and we will only email you about your account itself, such as a password change.`,
    ),
    action('Unsubscribe', url),
    paragraph('If that was not you, ignore this mail: everything stays as it is.'),
  );
