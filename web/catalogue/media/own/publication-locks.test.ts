import type { MediaCan } from '@scoville/contract/catalogue/media/media.ts';
import { CANNOT_PUBLISH_YET, TAKEN_DOWN } from '@scoville/contract/catalogue/media/publication.ts';
import { expect, it } from 'vitest';
import { isTakenDown, whyPublishLocked, whySubmitLocked } from './publication-locks.ts';

const media = (can: Partial<MediaCan>, rest: object = {}) => ({
  status: 'complete' as const,
  published: false,
  underReview: false,
  can: can as MediaCan,
  ...rest,
});

it('an item that was taken down has that as the reason, not its earlier review', () => {
  const taken = media({ publish: false, submit: false });
  expect([isTakenDown(taken), whyPublishLocked(taken), whySubmitLocked(taken)]).toEqual([true, TAKEN_DOWN, TAKEN_DOWN]);
});

it('a reviewed item can be published but not submitted again, and a published item isn’t taken down', () => {
  const once = 'This media was already reviewed and can only be submitted once.';
  for (const one of [media({ publish: true }), media({ publish: false }, { published: true })])
    expect([isTakenDown(one), whyPublishLocked(one), whySubmitLocked(one)]).toEqual([false, null, once]);
  expect(whySubmitLocked(media({ publish: true, submit: true }))).toBeNull();
});

it('an item that is processing, failed or under review has that as the reason', () => {
  expect(whyPublishLocked(media({}, { status: 'queued' }))).toBe(CANNOT_PUBLISH_YET);
  expect(whyPublishLocked(media({}, { status: 'failed' }))).toContain('nothing to publish');
  expect(whySubmitLocked(media({}, { published: true, underReview: true }))).toContain('already under review');
});
