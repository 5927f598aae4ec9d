import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { administrator, member, musician } from '../accounts.ts';
import { fake } from '../api.ts';
import { LAST_PAGE, musicianRef, ownSong } from '../sample.ts';
import { SONG } from './ids.ts';
import { press } from './press.ts';
import type { OpenedRows } from './row.ts';

const ACTIONS = /^Actions for/;

const unpublished = () => {
  const can = { ...ownSong().can, publish: true, unpublish: false, submit: true };
  const media = [ownSong({ published: false, publishedOn: null, can })];
  fake(mediaOfUser, { media, musician: musicianRef(), avgRating: null, canSort: true, total: 1, paging: LAST_PAGE });
};

/** Open menus by the file that draws them. */
export const menus: OpenedRows = {
  'frame/shell/user-menu.tsx': [{ at: '/forgot', as: administrator, open: press(/^Account of/), shows: /.+/ }],
  'frame/shell/mobile-menu.tsx': [{ at: '/forgot', open: press('Menu'), shows: /.+/ }],
  'community/messages/messages-menu.tsx': [{ at: '/forgot', as: member, open: press(/^Messages/), shows: /^Messages/ }],
  'community/notifications/notifications-menu.tsx': [
    { at: '/forgot', as: member, open: press(/^Notifications/), shows: /^Notifications/ },
  ],
  'community/messages/convo-menu.tsx': [
    { at: `/messages?convo=${SONG}`, as: member, open: press('Conversation'), shows: 'Conversation' },
  ],
  'catalogue/media/media-menu.tsx': [{ at: `/juno/${SONG}`, as: member, open: press(/^More for/), shows: /^More for/ }],
  'catalogue/media/list-menu.tsx': [{ at: '/genres/soul', open: press(/^More for/), shows: /^More for/ }],
  'catalogue/media/own/publish-actions.tsx': [
    { at: '/account/media', as: musician, answers: unpublished, open: press(/^Publish Song/), shows: /^Publish/ },
  ],
  'community/profiles/owner-tools.tsx': [
    { at: `/${SONG}`, as: () => musician({ id: SONG }), open: press(ACTIONS), shows: ACTIONS },
  ],
  'review/administration/mail-table.tsx': [
    { at: '/admin/mail', as: administrator, open: press(ACTIONS), shows: ACTIONS },
  ],
  'review/administration/media-row.tsx': [
    { at: '/admin/media', as: administrator, open: press(ACTIONS), shows: ACTIONS },
  ],
  'review/administration/media-tools.tsx': [
    { at: '/genres/soul', as: administrator, open: press(ACTIONS), shows: ACTIONS },
  ],
  'review/administration/user-row.tsx': [
    { at: '/admin/users', as: administrator, open: press(ACTIONS), shows: ACTIONS },
  ],
};
