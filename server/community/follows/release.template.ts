import { type ReactElement, createElement } from 'react';
import type { FollowType } from '@scoville/contract/community/follows/follows.ts';
import { isolated, sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { type StopLinks, action, mailLayout, paragraph } from '../../platform/mail/layout.ts';

/** The mail to a follower about one song or video. */
export const releaseMail = (mail: {
  product: string;
  musician: string;
  title: string;
  mediaType: 'song' | 'video';
  type: FollowType;
  score: number | null;
  url: string;
  /** Link that cancels the receiver's subscription to the musician's news. */
  outUrl: string;
  stop: StopLinks | null;
}): ReactElement => {
  const { product, musician, title, mediaType, type, score, url, outUrl, stop } = mail;
  const isCurated = type === 'curated';
  return mailLayout(
    {
      product,
      preview: isCurated
        ? sentence`${title} was scored ${score} out of 100`
        : sentence`${musician} published a ${mediaType}`,
      heading: isolated(title),
      stop,
      why: sentence`you subscribed to ${musician} with this address`,
    },
    paragraph(
      isCurated
        ? sentence`Our reviewers listened to “${title}” by ${musician}, and gave it ${score} out of 100.`
        : sentence`${musician} published a new ${mediaType}: “${title}”.`,
    ),
    action(mediaType === 'song' ? 'Listen to it' : 'Watch it', url),
    paragraph(
      sentence`You subscribed to ${musician}. `,
      createElement('a', { className: 'text', href: outUrl }, 'Cancel the subscription'),
    ),
  );
};
