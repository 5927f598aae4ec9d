import { type ReactElement, createElement } from 'react';
import { sentence } from '@scoville/contract/isolated.ts';
import { shorten } from '@scoville/contract/shorten.ts';
import { type StopLinks, action, mailLayout, paragraph, writtenParagraph } from '../mail/layout.ts';

/** The mail to whoever follows a musician, with what the musician tells all of them. */
export const postMail = (mail: {
  product: string;
  musician: string;
  words: string;
  url: string;
  /** Where this subscription is cancelled. */
  outUrl: string;
  stop: StopLinks | null;
}): ReactElement => {
  const { product, musician, words, url, outUrl, stop } = mail;
  return mailLayout(
    {
      product,
      preview: shorten(words, 120),
      heading: sentence`News from ${musician}`,
      stop,
      why: sentence`you subscribed to ${musician} with this address`,
    },
    ...words.split(/\n+/).map((line) => writtenParagraph(line)),
    action(sentence`See ${musician}`, url),
    paragraph(
      sentence`You subscribed to ${musician}. `,
      createElement('a', { className: 'text', href: outUrl }, 'Cancel the subscription'),
    ),
  );
};
