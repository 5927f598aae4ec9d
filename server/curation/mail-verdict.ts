import { bandOf, shownScore } from '@scoville/contract/scores.ts';
import type { App } from '../app-context.ts';
import type { Tx } from '../db/connection.ts';
import { newId } from '../ids.ts';
import { writeMail } from '../mail/write-mail.ts';
import { publicationOf } from '../media/media.policy.ts';
import { pathOfRow } from '../media/media.present.ts';
import { findMedia } from '../media/media.queries.ts';

/**
 * Tells the owner how the media was judged.
 * @param reviewId the decision it tells of, so that it is told once; null for a change that decided nothing anew
 */
export async function mailVerdict(
  { env }: Pick<App, 'env'>,
  tx: Tx,
  mediaId: string,
  reviewId: string | null,
): Promise<void> {
  const row = await findMedia(tx, mediaId);
  const [owner] = await tx<{ email: string }[]>`
    select u.email from users u join media m on m.musician_id = u.id where m.id = ${mediaId} and u.deleted_at is null`;
  if (row === null || owner === undefined) return;
  const { scores, verdict } = publicationOf(row);
  const approved = verdict === 'curated';
  // Loaded when there is something to write: the components take most of a second, which no start should wait for.
  const { verdictMail } = await import('./verdict.template.ts');
  await writeMail(tx, {
    to: owner.email,
    subject: approved ? `${row.title} was approved` : `${row.title} was not approved`,
    kind: 'verdict',
    dedupeKey: `verdict:${reviewId ?? newId()}`,
    template: verdictMail({
      product: env.PRODUCT_NAME,
      musician: row.musician_display_name,
      title: row.title,
      band: approved ? bandOf(scores) : 'D',
      score: approved && scores !== null ? shownScore(scores) : null,
      words: row.curation_message,
      genre: row.genre_name,
      mood: row.mood_name,
      mediaUrl: env.PUBLIC_URL + pathOfRow(row),
    }),
  });
}
