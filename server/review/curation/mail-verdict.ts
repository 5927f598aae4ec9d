import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { readMedia } from '../../catalogue/media/media.read.ts';
import { notify } from '../../community/notifications/notify.ts';
import { recipient } from './recipient.ts';

/**
 * Notifies the owner of the verdict.
 * @param reviewId the decision to announce, so that it is announced once; null for a change that is no new decision
 */
export async function mailVerdict(app: App, tx: Tx, mediaId: string, reviewId: string | null): Promise<void> {
  const [owner] = await tx<{ id: string }[]>`select musician_id as id from media where id = ${mediaId}`;
  if (owner === undefined) return;
  const media = await readMedia(app, recipient(owner.id), mediaId, { db: tx });
  const approved = media.score !== null;
  await notify(app, tx, {
    userId: owner.id,
    kind: 'verdict',
    dedupeKey: `verdict:${reviewId ?? newId()}`,
    entry: { words: approved ? '{media} was approved' : '{media} was not approved', mediaId },
    mail: async () => {
      // Loaded only when a mail is written: the components take most of a second, and would delay every start.
      const { verdictMail } = await import('./verdict.template.ts');
      return {
        subject: approved ? sentence`${media.title} was approved` : sentence`${media.title} was not approved`,
        template: (stop) =>
          verdictMail({
            product: app.env.PRODUCT_NAME,
            musician: media.musician.displayName,
            title: media.title,
            band: media.band ?? 'D',
            score: media.score,
            words: media.curationMessage,
            genre: media.curatedGenre?.name ?? null,
            mood: media.curatedMood?.name ?? null,
            mediaUrl: media.htmlUrl,
            stop,
          }),
      };
    },
  });
}
