import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

export interface CommentMail {
  product: string;
  /** Display name of the receiver. */
  name: string;
  author: string;
  title: string;
  /** Text of the comment or reply. */
  words: string;
  /** A reply to a comment of the receiver; otherwise a comment on the receiver's song or video. */
  isReply: boolean;
  /** Waits for the receiver's approval. */
  waits: boolean;
  mediaUrl: string;
  stop: StopLinks;
}

/** The mail about a comment on the receiver's song or video, or about a reply to the receiver's comment. */
export function commentMail(mail: CommentMail): ReactElement {
  const { product, name, author, title, words, isReply, waits, mediaUrl, stop } = mail;
  const heading = isReply ? sentence`New reply on ${title}` : sentence`New comment on ${title}`;
  return mailLayout(
    { product, preview: shorten(words, 120), stop, heading },
    greeting(name),
    paragraph(
      isReply
        ? sentence`${author} replied to your comment on “${title}”:`
        : sentence`${author} commented on “${title}”:`,
    ),
    quotation(words),
    ...(waits ? [paragraph('Nobody else sees it until you approve it.')] : []),
    action(waits ? 'Review' : 'Read and reply', mediaUrl),
    paragraph('Further comments within the hour will not be emailed separately.'),
  );
}
