import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

export interface NewFollowerMail {
  product: string;
  /** Display name of the receiver. */
  musician: string;
  /** Null for a guest, whose address is private. */
  follower: string | null;
  /** Number of other new subscribers since the last mail of this kind. */
  others: number;
  profileUrl: string;
  stop: StopLinks;
}

/**
 * The mail to a musician about a new subscriber to the musician's news, with the number of others since the last mail.
 */
export function newFollowerMail(mail: NewFollowerMail): ReactElement {
  const { product, musician, follower, others, profileUrl, stop } = mail;
  const who = follower ?? 'A listener without an account';
  const more = others === 0 ? '' : others === 1 ? ' and one other' : ` and ${others.toLocaleString('en')} others`;
  return mailLayout(
    { product, preview: sentence`${who}${more} subscribed to you`, heading: 'New subscribers', stop },
    greeting(musician),
    paragraph(sentence`${who}${more} subscribed to you and will hear about your new music.`),
    action('Open your profile', profileUrl),
    paragraph('We send this at most once a day; further subscribers are counted in the next one.'),
  );
}
