import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail with the link to the copy of an account's data. */
export function exportMail(mail: {
  product: string;
  name: string;
  megabytes: number;
  days: number;
  url: string;
}): ReactElement {
  const { product, name, megabytes, days, url } = mail;
  return mailLayout(
    { product, preview: 'The copy that you asked for is ready.', heading: 'Your data is ready' },
    greeting(name),
    paragraph(
      `The copy of your data that you asked for is ready: about ${megabytes} MB, with everything that you uploaded.`,
    ),
    action('Get your data', url),
    paragraph(
      `It stays in your account for ${days} days. You have to be signed in, so that nobody else gets it, and an interrupted download can be resumed.`,
    ),
  );
}
