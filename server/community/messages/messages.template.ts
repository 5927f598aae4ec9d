import type { ReactElement } from 'react';
import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** Maximum number of names in a mail; further senders are counted. */
const NAMED = 5;

/** "Ada and Bo", "Ada, Bo, and Cy". */
const inOneLine = new Intl.ListFormat('en');

/** The mail about unread messages. It doesn't contain their text, because many programs read a mailbox. */
export function messagesMail(mail: {
  product: string;
  name: string;
  senders: readonly string[];
  url: string;
  stop: StopLinks;
}): ReactElement {
  const { product, name, senders, url, stop } = mail;
  const more = senders.length - NAMED;
  const who = inOneLine.format([...senders.slice(0, NAMED).map(isolated), ...(more > 0 ? [`${more} more`] : [])]);
  return mailLayout(
    { product, preview: `From ${who}`, stop, heading: 'Messages are waiting for you' },
    greeting(name),
    paragraph(`${who} wrote to you on ${product}, and you have not read it yet.`),
    action('Read your messages', url),
  );
}
