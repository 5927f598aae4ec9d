import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../mail/layout.ts';

/** The mail that says that an account has a new password. */
export const passwordChangedMail = (mail: { product: string; name: string; forgotUrl: string }): ReactElement =>
  mailLayout(
    { product: mail.product, preview: 'Wasn’t this you?', heading: 'Your password was changed' },
    greeting(mail.name),
    paragraph(
      `the password of your account at ${mail.product} was just changed. All other browsers that were signed in have been signed out.`,
    ),
    paragraph('If that was not you, choose a new password at once:'),
    action('Choose a new password', mail.forgotUrl),
  );
