import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { releaseDedupeKey, isWritten, writeMail } from '../../platform/mail/write-mail.ts';
import { recordNotification } from '../../community/notifications/record-notification.ts';
import { readMedia } from '../../catalogue/media/media.read.ts';
import { recipient } from './recipient.ts';
import type { Reviewer } from './reviews.queries.ts';

/**
 * Asks a drawn reviewer for a verdict, by mail and notification.
 * @param draw the name of the draw; a reviewer is asked only once for the same draw
 */
export async function mailRequest(
  app: App,
  tx: Tx,
  { draw, dueAt, reviewer, mediaId }: { draw: string; dueAt: Date; reviewer: Reviewer; mediaId: string },
): Promise<void> {
  const occasion = `review-request:${draw}:${reviewer.id}`;
  // The mail may have been cancelled because the review was withdrawn or reassigned; the review is this reviewer's
  // again, so the mail can be written again.
  await releaseDedupeKey(tx, occasion);
  // Checked before the mail is composed, because composing costs more than this query.
  if (await isWritten(tx, occasion)) return;
  const { title, musician, htmlUrl } = await readMedia(app, recipient(reviewer.id), mediaId, { db: tx });
  // Loaded only when a mail is written: the components take most of a second, and would delay every start.
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
