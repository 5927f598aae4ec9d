import { FOLLOW_SCORE } from '@scoville/contract/catalogue/media/scores.ts';
import type { MailCheck } from '../../platform/mail/mail-check.ts';
import { findMailedMedia } from './follows.queries.ts';
import { findMailedPost } from './posts.queries.ts';

const CANCELLED = 'The subscription was cancelled.';

/** For mails with the key `post:POST:RECEIVER`. */
export const postMailCheck: MailCheck = {
  kind: 'post',
  async reasonToCancel(db, dedupeKey) {
    const [, postId = ''] = dedupeKey.split(':');
    const post = await findMailedPost(db, postId, dedupeKey);
    if (post === null) return 'The post was deleted.';
    return post.isFollowed ? null : CANCELLED;
  },
};

/** For mails with the key `release:MEDIA:RECEIVER`. */
export const releaseMailCheck: MailCheck = {
  kind: 'release',
  async reasonToCancel(db, dedupeKey) {
    const [, mediaId = ''] = dedupeKey.split(':');
    const media = await findMailedMedia(db, mediaId, dedupeKey);
    if (media === null || !media.isPublic) return 'It is no longer public.';
    if (media.followType === null) return CANCELLED;
    // Uses the receiver's current type of subscription to the musician's news, which may have changed since the mail
    // was written.
    return media.followType === 'curated' && !media.isScoredHigh
      ? `It is not public with a score above ${FOLLOW_SCORE}.`
      : null;
  },
};
