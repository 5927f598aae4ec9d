import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import {
  CANNOT_PUBLISH_YET,
  CANNOT_SUBMIT_YET,
  ONCE,
  TAKEN_DOWN,
} from '@scoville/contract/catalogue/media/publication.ts';

type Locked = Pick<Media, 'status' | 'published' | 'underReview' | 'can'>;

const NEVER = 'The file could not be processed, so there is nothing to publish.';

/** For its owner, a complete and unpublished item that can't be published is one that was taken down. */
export const isTakenDown = ({ status, published, can }: Omit<Locked, 'underReview'>): boolean =>
  status === 'complete' && !published && !can.publish;

/** The reason, as its owner reads it, why an item cannot be published; null if it can be or already is published. */
export function whyPublishLocked(media: Locked): string | null {
  if (media.status === 'failed') return NEVER;
  if (media.status !== 'complete') return CANNOT_PUBLISH_YET;
  return isTakenDown(media) ? TAKEN_DOWN : null;
}

/** The reason, as its owner reads it, why an item cannot be submitted for review; null if it can be submitted. */
export function whySubmitLocked(media: Locked): string | null {
  if (media.status === 'failed') return NEVER;
  if (media.status !== 'complete') return CANNOT_SUBMIT_YET;
  if (media.underReview) return 'This media is already under review.';
  if (isTakenDown(media)) return TAKEN_DOWN;
  return media.can.submit ? null : ONCE;
}
