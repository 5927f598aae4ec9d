import type { ReactElement } from 'react';
import type { FollowType } from '@scoville/contract/community/follows/follows.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { action, mailLayout, paragraph } from '../../platform/mail/layout.ts';
import { isLinkLike } from '../../platform/mail/link-like.ts';

/** Anyone can have this mail sent to any address, so a musician's name that could be read as a link is left out. */
export const confirmFollowSubject = (musician: string): string =>
  isLinkLike(musician) ? 'Confirm your subscription' : sentence`Confirm your subscription to ${musician}`;

/** The mail that asks a guest to confirm a subscription to a musician's news. */
export const confirmFollowMail = (mail: {
  product: string;
  musician: string;
  type: FollowType;
  url: string;
}): ReactElement => {
  const isNamed = !isLinkLike(mail.musician);
  const musician = isNamed ? mail.musician : `a musician on ${mail.product}`;
  return mailLayout(
    {
      product: mail.product,
      preview: 'One click, and we will tell you about new music.',
      why: 'somebody asked for it with this address',
      heading: isNamed ? sentence`Subscribe to ${musician}?` : 'Subscribe to this musician?',
    },
    paragraph(
      mail.type === 'curated'
        ? sentence`Somebody, probably you, asked us to write to this address whenever a song or video by ${musician} is scored above 75 by our reviewers.`
        : sentence`Somebody, probably you, asked us to write to this address whenever ${musician} publishes a song or video.`,
    ),
    paragraph('We do so only if you confirm it. The link is valid for a week.'),
    action('Confirm the subscription', mail.url),
    paragraph('If that was not you, ignore this email: without your confirmation there is no subscription.'),
  );
};
