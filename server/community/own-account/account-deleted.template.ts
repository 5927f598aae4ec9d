import type { ReactElement } from 'react';
import { greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The last mail to the owner of a deleted account. */
export const accountDeletedMail = ({ product, name }: { product: string; name: string }): ReactElement =>
  mailLayout(
    { product, preview: 'We are sorry to see you go.', heading: 'Your account was deleted' },
    greeting(name),
    paragraph(
      `Your account at ${product} was deleted, along with your songs, your videos and your profile. What you wrote to others and your shows stay, under the name Deleted User.`,
    ),
    paragraph('We are sorry to see you go. You are welcome to create a new account at any time.'),
  );
