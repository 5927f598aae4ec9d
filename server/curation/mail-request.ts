import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { writeMail } from '../mail/write-mail.ts';
import { pathOfRow } from '../media/media.present.ts';
import type { MediaRow } from '../media/media.queries.ts';
import type { Reviewer } from './reviews.queries.ts';

type Named = Pick<MediaRow, 'id' | 'title' | 'type' | 'musician_id' | 'musician_username' | 'musician_display_name'>;

/** Asks a drawn reviewer for a verdict; once for each draw. */
export async function mailRequest(
  { env }: Pick<App, 'env'>,
  tx: Tx,
  { id, dueAt, reviewer, media }: { id: string; dueAt: Date; reviewer: Reviewer; media: Named },
): Promise<void> {
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { reviewRequest } = await import('./review-request.template.ts');
  await writeMail(tx, {
    to: reviewer.email,
    subject: `A review is waiting for you: ${media.title}`,
    kind: 'review-request',
    dedupeKey: `review-request:${id}:${reviewer.id}:${dueAt.getTime()}`,
    template: reviewRequest({
      product: env.PRODUCT_NAME,
      reviewer: reviewer.displayName,
      title: media.title,
      musician: media.musician_display_name,
      dueAt,
      mediaUrl: env.PUBLIC_URL + pathOfRow(media),
      queueUrl: `${env.PUBLIC_URL}/review`,
    }),
  });
}
