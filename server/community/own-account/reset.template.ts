import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail with the link for a new password. */
export const resetMail = ({ product, name, url }: { product: string; name: string; url: string }): ReactElement =>
  mailLayout(
    { product, preview: 'The link is valid for one hour.', heading: 'Choose a new password' },
    greeting(name),
    paragraph(
      `Somebody asked for a new password for your account at ${product}. The link is valid for one hour and works once.`,
    ),
    action('Choose a new password', url),
    paragraph('If that was not you, ignore this email: your password stays as it is.'),
  );
