import { SCREENS } from '@scoville/contract/addresses.ts';
import { sentence } from '@scoville/contract/isolated.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { forgetCancelled, isWritten, writeMail } from '../mail/write-mail.ts';
import { recordNotification } from '../notifications/record-notification.ts';
import { readMedia } from '../media/media.read.ts';
import { recipient } from './recipient.ts';
import type { Reviewer } from './reviews.queries.ts';

/**
 * Asks a drawn reviewer for a verdict.
 * @param draw names the draw: of two with one name a reviewer hears once
 */
export async function mailRequest(
  app: App,
  tx: Tx,
  { draw, dueAt, reviewer, mediaId }: { draw: string; dueAt: Date; reviewer: Reviewer; mediaId: string },
): Promise<void> {
  const occasion = `review-request:${draw}:${reviewer.id}`;
  // It waited while the review was withdrawn or somebody else's, and now it is this reviewer's again.
  await forgetCancelled(tx, occasion);
  // Before the mail is made, which costs more than the question.
  if (await isWritten(tx, occasion)) return;
  const { title, musician, htmlUrl } = await readMedia(app, recipient(reviewer.id), mediaId, { db: tx });
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { reviewRequest } = await import('./review-request.template.ts');
  await writeMail(tx, {
    to: reviewer.email,
    subject: sentence`A review is waiting for you: ${title}`,
    kind: 'review-request',
    dedupeKey: occasion,
    template: reviewRequest({
      product: app.env.PRODUCT_NAME,
      reviewer: reviewer.displayName,
      title,
      musician: musician.displayName,
      dueAt,
      mediaUrl: htmlUrl,
      queueUrl: `${app.env.PUBLIC_URL}/review`,
    }),
  });
  await recordNotification(tx, {
    userId: reviewer.id,
    kind: 'review-request',
    occasion,
    entry: { words: 'A review is waiting for you: {media}', mediaId, path: SCREENS.review.path },
  });
}
