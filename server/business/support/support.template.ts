import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { mailAddress, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

interface Letter {
  product: string;
  name: string;
  email: string;
  message: string;
  /** Profile of the sender, if signed in. */
  profile: string | null;
}

/** The mail with a message from the contact form, for the operator. */
export const supportMail = ({ product, name, email, message, profile }: Letter): ReactElement =>
  mailLayout(
    {
      product,
      preview: shorten(message, 120),
      heading: 'A message from the contact form',
      why: 'this address receives its contact form',
    },
    paragraph(sentence`${name} (`, mailAddress(email), ') wrote:'),
    quotation(message),
    paragraph(profile === null ? 'Nobody was signed in.' : `Whoever wrote it was signed in: ${profile}`),
    paragraph('A reply to this email goes to ', mailAddress(email), ', an address that nobody has confirmed.'),
  );
