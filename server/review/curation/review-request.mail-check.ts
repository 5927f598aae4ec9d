import type { MailCheck } from '../../platform/mail/mail-check.ts';

/**
 * Checks mails with the key `review-request:MEDIA:SUBMISSION:REVIEWER`, or `review-request:REVIEW:DRAW:REVIEWER` for
 * later draws.
 */
export const reviewRequestMailCheck: MailCheck = {
  kind: 'review-request',
  async reasonToCancel(db, dedupeKey) {
    const [, subject = '', , reviewerId = ''] = dedupeKey.split(':');
    const [review] = await db<{ isTheirs: boolean }[]>`
      select reviewer_id is not distinct from ${reviewerId}::uuid as "isTheirs" from reviews
      where (media_id = ${subject} or id = ${subject}) and decided_at is null`;
    if (review === undefined) return 'The review was withdrawn or done.';
    return review.isTheirs ? null : 'Another reviewer was asked.';
  },
};
