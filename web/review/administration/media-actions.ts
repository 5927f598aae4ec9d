import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { reopen, sendRejection } from '../curation/curation.calls.ts';
import { changeMedia, changeMediaQuietly, removeMedia } from '../../catalogue/media/media.calls.ts';

/** The input of an action's dialog; each action reads its own part. */
export interface ActionInput {
  reason?: string;
  place?: { curatedGenre?: string | null; curatedMood?: string | null };
}

/** An action on a song or video, offered both in the row's menu and in the bar of the selection. */
export interface MediaAction {
  name: string;
  label: string;
  /** Whether the action is offered for the media item; the server has decided this in `can`. */
  when: (media: Media) => boolean;
  /** The dialog that opens first: a confirmation, or the dialog of that name. */
  dialog?: 'confirm' | 'reject' | 'place';
  /** The confirmation's question without the title, and its warning about what will be lost. */
  question?: string;
  warning?: (chosen: readonly Media[]) => string;
  run: (media: Media, input: ActionInput) => Promise<unknown>;
  /** The start of "Published 2 media." */
  past: string;
  /** The toast for a single failure to which the server gave no message. */
  failure: string;
  danger?: boolean;
  /** The job that runs the action on a selection; null for actions on a single media item only. */
  bulk: ((input: ActionInput) => BulkAction) | null;
}

const failure = (verb: string): string => `Failed to ${verb} media.`;

const PUBLISH: MediaAction = {
  name: 'publish',
  label: 'Publish',
  when: ({ can }) => can.publish,
  run: ({ id }) => changeMedia(id, { published: true }),
  past: 'Published',
  failure: failure('publish'),
  bulk: () => ({ name: 'publish-media' }),
};
const UNPUBLISH: MediaAction = {
  name: 'unpublish',
  label: 'Unpublish',
  when: ({ can }) => can.unpublish,
  run: ({ id }) => changeMedia(id, { published: false }),
  past: 'Unpublished',
  failure: failure('unpublish'),
  bulk: () => ({ name: 'unpublish-media' }),
};
const ALLOW_CURATION: MediaAction = {
  name: 'allow-curation',
  label: 'Allow Curation',
  when: ({ can }) => can.submit,
  run: ({ id }) => changeMedia(id, { allowCuration: true }),
  past: 'Allowed curation of',
  failure: failure('update'),
  bulk: () => ({ name: 'allow-curation' }),
};
/** Only for one media item at a time, because a reviewer listened for that verdict, and it cannot be restored. */
const ALLOW_AGAIN: MediaAction = {
  name: 'allow-curation-again',
  label: 'Allow Curation Again',
  when: ({ can }) => can.reopen,
  dialog: 'confirm',
  question: 'Allow curation again of',
  warning: ([media]) =>
    'This discards its verdict: scores, genre, mood, comment and pin are lost, and the musician may lose Master Chef. ' +
    `${media?.published === false ? 'This publishes it, and a' : 'A'} reviewer is asked for a new verdict. This cannot be undone.`,
  run: reopen,
  past: 'Allowed curation again of',
  failure: failure('update'),
  bulk: null,
};
const PLACE: MediaAction = {
  name: 'place',
  label: 'Genre and mood',
  when: ({ can, rejectedOn }) => can.update && rejectedOn === null,
  dialog: 'place',
  run: ({ id }, { place = {} }) => changeMediaQuietly(id, place),
  past: 'Updated',
  failure: failure('update'),
  bulk: ({ place = {} }) => ({ name: 'place-media', place }),
};
const REJECT: MediaAction = {
  name: 'reject',
  label: 'Reject',
  when: ({ can }) => can.reject,
  dialog: 'reject',
  run: ({ id }, { reason = '' }) => sendRejection(id, reason),
  past: 'Rejected',
  failure: failure('reject'),
  bulk: ({ reason = '' }) => ({ name: 'reject-media', ...(reason.trim() === '' ? {} : { reason }) }),
};
const PIN: MediaAction = {
  name: 'pin',
  label: 'Pin as Certified Hot',
  when: ({ can }) => can.pin,
  run: ({ id }) => changeMedia(id, { pinnedFavorite: true }),
  past: 'Pinned',
  failure: failure('update'),
  bulk: null,
};
const UNPIN: MediaAction = {
  name: 'unpin',
  label: 'Unpin from Certified Hot',
  when: ({ can }) => can.unpin,
  run: ({ id }) => changeMedia(id, { pinnedFavorite: false }),
  past: 'Unpinned',
  failure: failure('update'),
  bulk: null,
};
const DELETE: MediaAction = {
  name: 'delete',
  label: 'Delete',
  when: ({ can }) => can.delete,
  dialog: 'confirm',
  run: ({ id }) => removeMedia(id),
  past: 'Removed',
  question: 'Delete',
  warning: ({ length }) =>
    `This permanently deletes ${length === 1 ? 'it' : 'them'}, with all files, plays and reviews. This cannot be undone.`,
  failure: 'Error removing media: ',
  danger: true,
  bulk: () => ({ name: 'delete-media' }),
};

/** In the order of the menu. Curating is not included: it has its own dialog, and its menu entry precedes these. */
export const MEDIA_ACTIONS: readonly MediaAction[] = [
  REJECT,
  PUBLISH,
  UNPUBLISH,
  ALLOW_CURATION,
  ALLOW_AGAIN,
  PLACE,
  PIN,
  UNPIN,
  DELETE,
];
