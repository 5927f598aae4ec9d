import type { Media } from '@scoville/contract/media.ts';
import { CANNOT_PUBLISH_YET, CANNOT_SUBMIT_YET, ONCE, TAKEN_DOWN } from '@scoville/contract/publication.ts';

type Locked = Pick<Media, 'status' | 'published' | 'underReview' | 'can'>;

const NEVER = 'The file could not be processed, so there is nothing to publish.';

/** Of what is whole and its owner's own, only what was taken down may not be published. */
export const isTakenDown = ({ status, published, can }: Omit<Locked, 'underReview'>): boolean =>
  status === 'complete' && !published && !can.publish;

/** Why a media cannot be published, in words for its owner; null when it can, or is. */
export function whyPublishLocked(media: Locked): string | null {
  if (media.status === 'failed') return NEVER;
  if (media.status !== 'complete') return CANNOT_PUBLISH_YET;
  return isTakenDown(media) ? TAKEN_DOWN : null;
}

/** Why a media cannot be submitted for review, in words for its owner; null when it can. */
export function whySubmitLocked(media: Locked): string | null {
  if (media.status === 'failed') return NEVER;
  if (media.status !== 'complete') return CANNOT_SUBMIT_YET;
  if (media.underReview) return 'This media is already under review.';
  if (isTakenDown(media)) return TAKEN_DOWN;
  return media.can.submit ? null : ONCE;
}
