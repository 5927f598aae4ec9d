import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail about an account's new password, or its first one. */
export const passwordChangedMail = (mail: {
  product: string;
  name: string;
  isFirst: boolean;
  forgotUrl: string;
}): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: 'Wasn’t this you?',
      heading: mail.isFirst ? 'Your account now has a password' : 'Your password was changed',
    },
    greeting(mail.name),
    paragraph(
      `${mail.isFirst ? `A password was just set for your account at ${mail.product}.` : `The password of your account at ${mail.product} was just changed.`} All other browsers that were signed in have been signed out.`,
    ),
    paragraph('If that was not you, choose a new password at once:'),
    action('Choose a new password', mail.forgotUrl),
    paragraph(
      'Then look at the linked accounts on your account page. Whoever has one of them can sign in without your password.',
    ),
  );
