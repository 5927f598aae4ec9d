import type { CurationFields } from '@scoville/contract/curation-fields.ts';
import { rejectMedia, reopenReview, type reviewQueue } from '@scoville/contract/curation.ts';
import type { Reply } from '@scoville/contract/endpoint.ts';
import type { Media } from '@scoville/contract/media.ts';
import { call } from '../lib/call.ts';
import { changeMedia, changeMediaQuietly } from '../media/media.calls.ts';

export type Review = Reply<typeof reviewQueue>['reviews'][number];

/** A first verdict: its owner gets mail. Refused with 409 when somebody else was first. */
export const sendVerdict = (id: string, body: CurationFields): Promise<Media> => changeMedia(id, body);

/** A later change, of which nobody is notified. */
export const sendUpdate = (id: string, body: CurationFields): Promise<Media> => changeMediaQuietly(id, body);

export const sendRejection = (id: string, reason: string): Promise<Media> =>
  call(rejectMedia, { params: { id }, body: reason.trim() === '' ? {} : { reason } });

/** Has a media reviewed again, for administrators. Its verdict is lost; refused with 409 when that is not the one shown. */
export const reopen = ({ id, verdictOn }: Media): Promise<Media> =>
  call(reopenReview, { params: { id }, body: { verdictOn } });
