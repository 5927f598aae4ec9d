import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

export interface SpotlightMail {
  product: string;
  musician: string;
  title: string;
  mediaType: 'song' | 'video';
  homeUrl: string;
  stop: StopLinks;
}

/** The mail to the owner of the song or video that Home begins with. */
export function spotlightMail({ product, musician, title, mediaType, homeUrl, stop }: SpotlightMail): ReactElement {
  return mailLayout(
    { product, preview: `Home begins with your ${mediaType}`, heading: sentence`${title} is in the spotlight`, stop },
    greeting(musician),
    paragraph(sentence`“${title}” is pinned at the top of the home page, where everybody sees it first.`),
    action('See it there', homeUrl),
  );
}
