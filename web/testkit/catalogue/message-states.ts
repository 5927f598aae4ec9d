import { type Convo, convo, convos, messages } from '@scoville/contract/community/messages/messages.ts';
import { notifications } from '@scoville/contract/community/notifications/notifications.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { privateLink } from '@scoville/contract/catalogue/media/private-links.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { page } from 'vitest/browser';
import { NOW, member, musician, newId } from '../accounts.ts';
import { fake } from '../api.ts';
import { musicianRef, ownSong, song } from '../sample.ts';
import { emptyReply } from '../trouble.ts';
import { fakeWith, filled } from './answer-all.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { SONG } from './ids.ts';
import { fill, inTurn, press, until } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const ITEM = `/juno/${SONG}`;
const somebody = (more: object = {}) => ({ ...musicianRef(), deleted: false, blocked: false, ...more });
const ADA = somebody({ id: newId(), displayName: 'Ada Lake' });

/** The opened conversation, with one other member or several. */
const talkOf =
  (more: Partial<Convo> = {}, others = [ADA]) =>
  (me: Me | null): void => {
    const talk = { ...filled(convo), id: SONG, users: [somebody({ id: me?.id }), ...others], ...more };
    fake(convo, talk);
    fakeWith(convos, { convos: [talk] });
  };
const plain = { isRequest: false, archivedUsers: [], hasRead: true };

const talk = (
  state: string,
  says: string | RegExp,
  answers: (me: Me | null) => void,
  more: Partial<StateRow> = {},
): StateRow => ({
  state,
  at: `/messages?convo=${SONG}`,
  as: member,
  answers,
  says,
  ...more,
});

const MESSAGE = {
  id: newId(),
  from: ADA.id,
  text: 'Is anybody there?',
  sharesMedia: false,
  media: null,
  zone: null,
  createdAt: NOW,
};
const ZONE = { ...musicianRef(), displayName: 'Nora Still', address: { city: 'Austin', state: 'TX' }, hasMedia: true };
const SHARED = { ...MESSAGE, id: newId(), text: '', sharesMedia: true, media: song({ title: 'Slow Table' }) };
const cards = (me: Me | null): void => {
  talkOf(plain)(me);
  fake(messages, {
    messages: [
      MESSAGE,
      SHARED,
      { ...MESSAGE, id: newId(), text: '', zone: ZONE },
      { ...MESSAGE, id: newId(), text: '', zone: { ...ZONE, id: newId(), hasMedia: false } },
      { ...MESSAGE, id: newId(), text: 'Gone', sharesMedia: true },
      { ...MESSAGE, id: newId(), from: me?.id ?? SONG, text: 'Mine' },
    ],
    hasMore: false,
  });
};
const inMenu = (latest: Convo['latest']) => (me: Me | null) => talkOf({ ...plain, hasRead: false, latest })(me);

/** Chooses a recipient. */
const writeTo = async (): Promise<void> => {
  await page.getByRole('combobox', { name: 'To:' }).fill('Sal');
  await page.getByRole('option').first().click();
};

const LINK = { link: { url: 'https://example.org/a?link=b', madeOn: NOW }, refusal: null };

/** States of messages, notifications and shared media. */
export const messageStates: StateRows = {
  'a conversation': [
    talk('with one', 'Ada Lake', talkOf(plain)),
    talk('with several', /Bela Kun/, talkOf(plain, [ADA, somebody({ displayName: 'Bela Kun' })])),
    talk('that is a request', /^This is a message request/, talkOf({ ...plain, isRequest: true })),
    talk('that was archived', 'Archived', (me) => talkOf({ ...plain, archivedUsers: [me?.id ?? SONG] })(me), {
      open: press('Archived'),
      isWide: true,
    }),
    talk('with a blocked account', /^You blocked/, talkOf(plain, [{ ...ADA, blocked: true }])),
    talk('with what was shared', 'Austin, TX', cards),
    talk('to be begun', 'Recipients', talkOf(plain), { at: '/messages?convo=new', open: writeTo }),
    talk('while there is none', 'No Conversations', () => void fake(convos, emptyReply(convos)), { at: '/messages' }),
  ],
  'the menu of messages': [
    talk('with a shared song', 'Slow Table', inMenu(SHARED), { at: '/forgot', open: press(/^Messages/) }),
    talk('with a shared profile', 'Austin, TX', inMenu({ ...MESSAGE, text: '', zone: ZONE }), {
      at: '/forgot',
      open: press(/^Messages/),
    }),
    talk('without messages', 'You have no messages.', () => void fake(convos, emptyReply(convos)), {
      at: '/forgot',
      open: press(/^Messages/),
    }),
  ],
  'the notifications': [
    {
      state: 'none',
      at: '/notifications',
      as: member,
      answers: () => void fake(notifications, emptyReply(notifications)),
      says: /^No notifications yet/,
    },
    {
      state: 'read and unread',
      at: '/notifications',
      as: member,
      answers: () => {
        const [any] = filled(notifications).notifications;
        const isRead = [true, false].map((isRead) => ({
          ...any!,
          id: newId(),
          text: 'Fay Moss subscribed to you',
          isRead,
        }));
        fakeWith(notifications, { notifications: isRead });
      },
      says: /Fay Moss subscribed to you/,
    },
    { state: 'from followed musicians', at: '/notifications#following', as: member, says: 'From musicians you follow' },
  ],
  'the blocked accounts': [
    {
      state: 'none',
      at: '/account/overview',
      as: member,
      answers: () => void fake(blocks, { users: [] }),
      says: /^You have not blocked anybody/,
    },
  ],
  'the dialog that shares': [
    {
      state: 'with a message',
      at: ITEM,
      as: member,
      open: inTurn(press(/^Share/), fill({ 'Message (optional)': 'Listen.' })),
      says: 'Message (optional)',
    },
    { state: 'with a QR code', at: ITEM, open: press(/^Share/, 'QR code'), says: /^QR code of/ },
    { state: 'with code for other sites', at: ITEM, open: press(/^Share/, 'Embed'), says: 'Code for other sites' },
    {
      state: 'of a song that is not public',
      at: `/${SONG}/${SONG}`,
      as: () => musician({ id: SONG }),
      answers: () => {
        fake(media, {
          ...ownSong({ published: false, publishedOn: null, musician: musicianRef({ id: SONG }) }),
          id: SONG,
        });
        fake(privateLink, LINK);
      },
      open: inTurn(press(/^Share/), until('Replace with a new link')),
      says: 'Replace with a new link',
    },
  ],
};
