import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../mail/layout.ts';

/** The mail with the link that stops further mail. */
export const unsubscribeMail = ({ product, name, url }: { product: string; name: string; url: string }): ReactElement =>
  mailLayout(
    { product, preview: 'One click stops our mail.', heading: 'Unsubscribe' },
    greeting(name),
    paragraph(
      `somebody asked that ${product} stops mailing you. Confirm it, and you get nothing any more but what concerns your account itself, such as a new password.`,
    ),
    action('Unsubscribe', url),
    paragraph('If that was not you, ignore this mail: everything stays as it is.'),
  );
