import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

interface SuspensionMail {
  product: string;
  name: string;
  /** "until November 29, 2026" */
  until: string;
  reason: string;
  contactUrl: string;
}

/** The mail to the owner of a suspended account. */
export function suspensionMail({ product, name, until, reason, contactUrl }: SuspensionMail): ReactElement {
  return mailLayout(
    { product, preview: `Suspended ${until}: ${reason}`, heading: 'Your account is suspended' },
    greeting(name),
    paragraph(`Your account at ${product} is suspended ${until}, and you have been signed out. The reason:`),
    quotation(reason),
    paragraph(
      'What you published stays where it is. You cannot sign in, upload, comment or write to others until the suspension is over.',
    ),
    paragraph('If you think that this is a mistake, write to us:'),
    action('Write to us', contactUrl),
  );
}

/** The mail about a suspension that was lifted early. */
export function liftedMail({
  product,
  name,
  loginUrl,
}: {
  product: string;
  name: string;
  loginUrl: string;
}): ReactElement {
  return mailLayout(
    { product, preview: 'You can sign in again.', heading: 'Your account is no longer suspended' },
    greeting(name),
    paragraph(`The suspension of your account at ${product} was lifted. You can sign in again.`),
    action('Sign in', loginUrl),
  );
}
