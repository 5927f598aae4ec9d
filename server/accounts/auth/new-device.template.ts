import type { ReactElement } from 'react';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

interface NewDeviceMail {
  product: string;
  name: string;
  device: string;
  from: string;
  at: Date;
  accountUrl: string;
}

/** The mail about a sign-in from a new browser. */
export function newDeviceMail({ product, name, device, from, at, accountUrl }: NewDeviceMail): ReactElement {
  const when = at.toLocaleString('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return mailLayout(
    { product, preview: `${device}, ${from}`, heading: 'A new sign-in to your account' },
    greeting(name),
    paragraph(`On ${when} (UTC), somebody signed in to your account at ${product} from a new browser:`),
    paragraph(`${device}, ${from}.`),
    paragraph('If that was you, there is nothing to do. If not, sign that browser out and change your password:'),
    action('Look at your account', accountUrl),
  );
}
