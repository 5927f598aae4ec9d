import type { CurationFields } from '@scoville/contract/catalogue/media/curation-fields.ts';
import {
  handOverReview,
  rejectMedia,
  reopenReview,
  type reviewQueue,
} from '@scoville/contract/review/curation/curation.ts';
import type { Reply } from '@scoville/contract/platform/http/endpoint.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { call } from '../../platform/lib/call.ts';
import { changeMedia, changeMediaQuietly } from '../../catalogue/media/media.calls.ts';

export type Review = Reply<typeof reviewQueue>['reviews'][number];

/** Sends a first verdict, which notifies the owner by mail. Refused with 409 if another reviewer was first. */
export const sendVerdict = (id: string, body: CurationFields): Promise<Media> => changeMedia(id, body);

/** Sends a later change, which notifies no one. */
export const sendUpdate = (id: string, body: CurationFields): Promise<Media> => changeMediaQuietly(id, body);

export const sendRejection = (id: string, reason: string): Promise<Media> =>
  call(rejectMedia, { params: { id }, body: reason.trim() === '' ? {} : { reason } });

export const sendHandOver = (id: string, reason: string): Promise<{ id: string }> =>
  call(handOverReview, { params: { id }, body: { reason } });

/**
 * Requests a new review of a song or video, for administrators. Discards the verdict; refused with 409 if the current
 * verdict is not the one shown.
 */
export const reopen = ({ id, verdictOn }: Media): Promise<Media> =>
  call(reopenReview, { params: { id }, body: { verdictOn } });
