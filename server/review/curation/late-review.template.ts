import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

export interface LateReviewMail {
  product: string;
  musician: string;
  title: string;
  /** What the musician gets for the delay, as a sentence; empty for nothing. */
  gets: string;
  mediaUrl: string;
  stop: StopLinks;
}

/** The mail to the owner of a song or video whose verdict is late. */
export function lateReviewMail({ product, musician, title, gets, mediaUrl, stop }: LateReviewMail): ReactElement {
  return mailLayout(
    { product, preview: gets || 'We are sorry.', heading: sentence`The verdict on ${title} is late`, stop },
    greeting(musician),
    paragraph(
      sentence`We promised a verdict on “${title}” by now, and it isn’t there yet. We are sorry. More reviewers and the administrators have been asked, and you get a mail as soon as there is one.`,
    ),
    gets === '' ? null : paragraph(gets),
    action('Open its page', mediaUrl),
  );
}
