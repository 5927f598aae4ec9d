import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { readMedia } from '../../catalogue/media/media.read.ts';
import { notify } from '../../community/notifications/notify.ts';
import type { App } from '../../platform/app-context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { recipient } from './recipient.ts';

interface LateReview {
  reviewId: string;
  mediaId: string;
  musicianId: string;
  compensation: 'upload' | 'priority' | 'none';
}

/** What the musician gets, as a sentence. */
const GETS: Record<LateReview['compensation'], string> = {
  upload: 'You have one upload on top of your plan.',
  priority: 'For your next submission, other reviewers are asked early.',
  none: '',
};

/** Tells the musician that the verdict is late, and what they get for it. */
export async function mailLateReview(
  app: App,
  tx: Tx,
  { reviewId, mediaId, musicianId, compensation }: LateReview,
): Promise<void> {
  const gets = GETS[compensation];
  await notify(app, tx, {
    userId: musicianId,
    kind: 'late-review',
    dedupeKey: `late-review:${reviewId}`,
    entry: { words: `The verdict on {media} is late. ${gets}`.trim(), mediaId },
    mail: async () => {
      const media = await readMedia(app, recipient(musicianId), mediaId, { db: tx });
      // Loaded only when a mail is written: the components take most of a second, and would delay every start.
      const { lateReviewMail } = await import('./late-review.template.ts');
      return {
        subject: sentence`The verdict on ${media.title} is late`,
        template: (stop) =>
          lateReviewMail({
            product: app.env.PRODUCT_NAME,
            musician: media.musician.displayName,
            title: media.title,
            gets,
            mediaUrl: media.htmlUrl,
            stop,
          }),
      };
    },
  });
}
