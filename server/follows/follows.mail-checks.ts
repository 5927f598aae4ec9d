import { FOLLOW_SCORE } from '@scoville/contract/scores.ts';
import type { MailCheck } from '../mail/mail-check.ts';
import { type MailedNews, findMailedMedia } from './follows.queries.ts';
import { findMailedPost } from './posts.queries.ts';

const reason = ({ isFollowed, isNews }: MailedNews, over: string): string | null => {
  if (!isFollowed) return 'The subscription was cancelled.';
  return isNews ? null : over;
};

/** Of mails with the key `post:POST:FOLLOW`. */
export const postMailCheck: MailCheck = {
  kind: 'post',
  async reasonToCancel(db, dedupeKey) {
    const [, postId = '', followId = ''] = dedupeKey.split(':');
    return reason(await findMailedPost(db, postId, followId), 'The post was deleted.');
  },
};

/** Of mails with the key `release:MEDIA:TYPE:FOLLOW`. */
export const releaseMailCheck: MailCheck = {
  kind: 'release',
  async reasonToCancel(db, dedupeKey) {
    const [, mediaId = '', named, followId = ''] = dedupeKey.split(':');
    const type = named === 'curated' ? named : 'published';
    return reason(
      await findMailedMedia(db, { mediaId, type, followId }),
      type === 'curated' ? `It is no longer public with a score above ${FOLLOW_SCORE}.` : 'It is no longer public.',
    );
  },
};
