import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { action, greeting, mailLayout, paragraph } from '../../platform/mail/layout.ts';

export interface ReviewRequest {
  product: string;
  reviewer: string;
  title: string;
  musician: string;
  dueAt: Date;
  mediaUrl: string;
  queueUrl: string;
}

/** Formats a time in UTC, as in `21 November 2026, 14:05 UTC`, because the reader's time zone is unknown. */
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** The mail that asks a drawn reviewer for a verdict. */
export const reviewRequest = (mail: ReviewRequest): ReactElement =>
  mailLayout(
    {
      product: mail.product,
      preview: sentence`“${mail.title}” by ${mail.musician}`,
      heading: 'A review is waiting for you',
      why: 'you review for it',
    },
    greeting(mail.reviewer),
    paragraph(
      sentence`“${mail.title}” by ${mail.musician} was submitted for review, and you have been selected to review it. The musician was promised an answer by ${moment.format(mail.dueAt)} UTC.`,
    ),
    paragraph(`Listen to it at ${mail.mediaUrl}`),
    action('Open your review queue', mail.queueUrl),
  );
