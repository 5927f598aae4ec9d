import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../mail/layout.ts';

/** The mail with the link that confirms an address. */
export const verificationMail = (mail: { product: string; name: string; url: string }): ReactElement =>
  mailLayout(
    { product: mail.product, preview: 'One click, and you can publish.', heading: 'Confirm your email' },
    greeting(mail.name),
    paragraph(
      `Welcome to ${mail.product}. You can look around and upload right away; to publish and to write to others, confirm that this is your address. The link is valid for three days.`,
    ),
    action('Confirm your email', mail.url),
    paragraph('If you did not create an account, ignore this email.'),
  );
