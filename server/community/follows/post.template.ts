import { type ReactElement, createElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { type StopLinks, action, mailLayout, paragraph, writtenParagraph } from '../../platform/mail/layout.ts';

/** The mail with a musician's post to a follower. */
export const postMail = (mail: {
  product: string;
  musician: string;
  words: string;
  url: string;
  /** Link that cancels the receiver's subscription to the musician's news. */
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
