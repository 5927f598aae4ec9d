import type { ReactElement } from 'react';
import { type StopLinks, action, greeting, mailLayout, paragraph, quotation } from '../mail/layout.ts';

export interface CommentMail {
  product: string;
  /** Who receives it. */
  name: string;
  author: string;
  title: string;
  /** What was written. */
  words: string;
  /** It answers a comment of the receiver; else it stands under the receiver's media. */
  isReply: boolean;
  /** The receiver decides whether others see it. */
  waits: boolean;
  mediaUrl: string;
  stop: StopLinks;
}

/** The mail about a comment on one's media, or about a reply to one's comment. */
export function commentMail(mail: CommentMail): ReactElement {
  const { product, name, author, title, words, isReply, waits, mediaUrl, stop } = mail;
  const heading = isReply ? `An answer under ${title}` : `A comment on ${title}`;
  return mailLayout(
    { product, preview: words.slice(0, 120), stop, heading },
    greeting(name),
    paragraph(isReply ? `${author} answered your comment on “${title}”:` : `${author} commented on “${title}”:`),
    quotation(words),
    ...(waits ? [paragraph('Nobody else sees it until you approve it.')] : []),
    action(waits ? 'Read and decide' : 'Read and answer', mediaUrl),
    paragraph('Further comments within the hour will not be emailed separately.'),
  );
}
