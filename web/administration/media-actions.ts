import type { Media } from '@scoville/contract/media.ts';
import { sendRejection } from '../curation/curation.calls.ts';
import { changeMedia, changeMediaQuietly, removeMedia } from '../media/media.calls.ts';

/** What was entered in a dialog before the action runs; each action reads its own part. */
export interface ActionInput {
  reason?: string;
  place?: { curatedGenre?: string | null; curatedMood?: string | null };
}

/** One thing that can be done with a media: the row's menu and the bar of the selection show the same. */
export interface MediaAction {
  name: string;
  label: string;
  /** Offered for a media in this state; the server has decided. */
  when: (media: Media) => boolean;
  /** What opens first: a confirmation, or the dialog of that name. */
  dialog?: 'confirm' | 'reject' | 'place';
  run: (media: Media, input: ActionInput) => Promise<unknown>;
  /** As in "Failed to publish 1 of 3 media." */
  verb: string;
  /** As in "Published 2 media." */
  past: string;
  /** The toast of a single failure without words of its own. */
  failure: string;
  danger?: boolean;
  /** It can be done with a selection, too. */
  bulk: boolean;
}

const failure = (verb: string): string => `Failed to ${verb} media.`;

const PUBLISH: MediaAction = {
  name: 'publish',
  label: 'Publish',
  when: ({ can }) => can.publish,
  run: ({ id }) => changeMedia(id, { published: true }),
  verb: 'publish',
  past: 'Published',
  failure: failure('publish'),
  bulk: true,
};
const UNPUBLISH: MediaAction = {
  name: 'unpublish',
  label: 'Unpublish',
  when: ({ can }) => can.unpublish,
  run: ({ id }) => changeMedia(id, { published: false }),
  verb: 'unpublish',
  past: 'Unpublished',
  failure: failure('unpublish'),
  bulk: true,
};
const ALLOW_CURATION: MediaAction = {
  name: 'allow-curation',
  label: 'Allow Curation',
  when: ({ can }) => can.submit,
  run: ({ id }) => changeMedia(id, { allowCuration: true }),
  verb: 'allow curation of',
  past: 'Allowed curation of',
  failure: failure('update'),
  bulk: true,
};
const PLACE: MediaAction = {
  name: 'place',
  label: 'Genre and mood',
  when: ({ can, rejectedOn }) => can.update && rejectedOn === null,
  dialog: 'place',
  run: ({ id }, { place = {} }) => changeMediaQuietly(id, place),
  verb: 'update',
  past: 'Updated',
  failure: failure('update'),
  bulk: true,
};
const REJECT: MediaAction = {
  name: 'reject',
  label: 'Reject',
  when: ({ can }) => can.reject,
  dialog: 'reject',
  run: ({ id }, { reason = '' }) => sendRejection(id, reason),
  verb: 'reject',
  past: 'Rejected',
  failure: failure('reject'),
  bulk: true,
};
const PIN: MediaAction = {
  name: 'pin',
  label: 'Pin as Certified Hot',
  when: ({ can }) => can.pin,
  run: ({ id }) => changeMedia(id, { pinnedFavorite: true }),
  verb: 'pin',
  past: 'Pinned',
  failure: failure('update'),
  bulk: false,
};
const UNPIN: MediaAction = {
  name: 'unpin',
  label: 'Unpin from Certified Hot',
  when: ({ can }) => can.unpin,
  run: ({ id }) => changeMedia(id, { pinnedFavorite: false }),
  verb: 'unpin',
  past: 'Unpinned',
  failure: failure('update'),
  bulk: false,
};
const DELETE: MediaAction = {
  name: 'delete',
  label: 'Delete',
  when: ({ can }) => can.delete,
  dialog: 'confirm',
  run: ({ id }) => removeMedia(id),
  verb: 'remove',
  past: 'Removed',
  failure: 'Error removing media: ',
  danger: true,
  bulk: true,
};

/** In the order of the menu; curating opens a dialog of its own and stands before them. */
export const MEDIA_ACTIONS: readonly MediaAction[] = [
  REJECT,
  PUBLISH,
  UNPUBLISH,
  ALLOW_CURATION,
  PLACE,
  PIN,
  UNPIN,
  DELETE,
];
