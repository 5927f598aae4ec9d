import type { ReactElement } from 'react';
import { action, greeting, mailAddress, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

export interface AddressChangeMail {
  product: string;
  name: string;
  /** The new address. */
  email: string;
  /**
   * `asked`: the change is pending until the link in the mail to the new address is opened. `changed`: the account has
   * the new address.
   */
  state: 'asked' | 'changed';
  /** The administrator's reason; null if the owner made the change. */
  reason: string | null;
  undoUrl: string;
  undoDays: number;
  /** Days before the change. The undo unlinks identities that were linked since then. */
  unlinkDays: number;
}

/** The mail to the former address of an account, with the link that takes the change back. */
export function addressChangeMail(mail: AddressChangeMail): ReactElement {
  const { product, name, email, state, reason, undoUrl, undoDays, unlinkDays } = mail;
  const isAsked = state === 'asked';
  return mailLayout(
    {
      product,
      preview: 'Wasn’t this you? Take it back.',
      heading: isAsked ? 'Your email address is to be changed' : 'Your email address was changed',
    },
    greeting(name),
    paragraph(
      isAsked
        ? `${reason === null ? 'A new email address was entered for' : 'An administrator entered a new email address for'} your account at ${product}: `
        : `${reason === null ? '' : 'An administrator changed your email address. '}From now on you sign in to ${product} with `,
      mailAddress(email),
      isAsked
        ? '. Until the link that we mailed there is opened, you sign in with this one, as before.'
        : `, and email from ${product} goes there.`,
    ),
    ...(reason === null ? [] : [paragraph('The reason given:'), quotation(reason)]),
    paragraph(
      `If this was not you, take it back: this address stays, or is again, the one of your account, every browser is signed out, and you choose a new password. The link works for ${undoDays} days.`,
    ),
    paragraph(
      `That also unlinks the accounts elsewhere, such as one of Google, with which your account signs in since less than ${unlinkDays} days before the change. You can link yours again.`,
    ),
    action('This was not me', undoUrl),
  );
}

/** The mail to an address that an account had before its change was taken back. */
export const addressTakenBackMail = (mail: { product: string; name: string; contactUrl: string }): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: 'Email no longer comes here.',
      heading: 'The change of your email address was taken back',
    },
    greeting(mail.name),
    paragraph(
      `The change of the email address of your account at ${mail.product} was taken back, by the link that we mailed to the former address. This address no longer signs in.`,
    ),
    paragraph('If the account is yours and you did not do this, tell us.'),
    action('Contact us', mail.contactUrl),
  );

export interface AddressKeptMail {
  product: string;
  name: string;
  /** The time until which the address is kept, as text in UTC. */
  until: string;
  undoUrl: string;
}

/** The mail to a former address for which a new password was requested. */
export const addressKeptMail = ({ product, name, until, undoUrl }: AddressKeptMail): ReactElement =>
  mailLayout(
    {
      product,
      preview: 'Why you get no link for a new password.',
      heading: 'No account has this email address any more',
    },
    greeting(name),
    paragraph(
      `Somebody asked for a new password for this address at ${product}. The account that had it has another one now, and signs in with that.`,
    ),
    paragraph(
      `If the change was not yours, take it back: this address is the one of your account again, every browser is signed out, and you choose a new password. The link works until ${until} (UTC). From then on, another account can be made with this address.`,
    ),
    action('This was not me', undoUrl),
  );
