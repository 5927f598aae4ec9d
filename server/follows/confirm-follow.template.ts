import type { ReactElement } from 'react';
import type { FollowType } from '@scoville/contract/follows.ts';
import { action, mailLayout, paragraph } from '../mail/layout.ts';

/** The mail that asks a guest whether it was they who subscribed. */
export const confirmFollowMail = (mail: {
  product: string;
  musician: string;
  type: FollowType;
  url: string;
}): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: 'One click, and we will tell you about new music.',
      why: 'somebody asked for it with this address',
      heading: `Subscribe to ${mail.musician}?`,
    },
    paragraph(
      mail.type === 'curated'
        ? `Somebody, probably you, asked us to write to this address whenever a song or video of ${mail.musician} is scored above 75 by our reviewers.`
        : `Somebody, probably you, asked us to write to this address whenever ${mail.musician} publishes a song or video.`,
    ),
    paragraph('We write only if you confirm it. The link is valid for a week.'),
    action('Confirm the subscription', mail.url),
    paragraph('If that was not you, ignore this email: we will not write again.'),
  );
