import { genreInfo } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { remember } from '@scoville/contract/catalogue/favorites.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { ownPlaylists } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { searchSuggestions } from '@scoville/contract/listening/discovery/search-suggestions.ts';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator, member, musician } from '../accounts.ts';
import { fake } from '../api.ts';
import { ownSong, song } from '../sample.ts';
import { genre, inPages } from '../samples/lists.ts';
import { fakeProfile, knownMusician, profilePage, publicUser } from '../samples/profile.ts';
import { emptyReply } from '../trouble.ts';
import { SONG } from './ids.ts';
import { inTurn, press, pressIn, pressInMain } from './press.ts';
import type { StateRow, StateRows } from './row.ts';

const own = () => musician({ id: SONG });
const PANELS = ['Donate', 'Contact', 'Schools', 'Positions', 'Albums', 'Bands'] as const;

/** A complete profile with one of its panels open. */
const withPart = (name: (typeof PANELS)[number]): StateRow => ({
  state: `with ${name} open`,
  at: '/juno',
  answers: () => fakeProfile(publicUser(knownMusician({ username: 'juno' }))),
  open: press(name),
  says: `Close ${name}`,
});

const ownMedia = () =>
  void fake(
    mediaOfUser,
    profilePage(
      [
        ownSong({ title: 'Hidden', published: false }),
        ownSong({ title: 'Waiting', allowCuration: true, underReview: true }),
        ownSong({ title: 'Burnt', score: 40, band: 'D' }),
      ],
      { avgRating: 4, canSort: true },
    ),
  );

const nothingFound = (nearest: string[]) => () =>
  void fake(mediaSearch, {
    ...inPages<ReturnType<typeof song>>([]),
    search: { corrected: false, dropped: null, nearest },
  });

const suggested = () =>
  void fake(searchSuggestions, {
    suggestions: [
      { kind: 'song', label: 'Song of kettle', detail: 'Juno Reyes', path: '/juno/1' },
      { kind: 'musician', label: 'Kettle Drum', detail: null, path: '/kettle' },
    ],
  });

const type = (text: string) => async (): Promise<void> => {
  await page.getByRole('combobox', { name: 'Search' }).click();
  await userEvent.keyboard(text);
};

const findAnything = async (): Promise<void> => {
  await expect.element(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await userEvent.keyboard('/');
};

const FOUND = '/search?q=salt';
const PLAYLIST = `/playlists/${SONG}`;

/** States of profiles, lists and searches. */
export const profileStates: StateRows = {
  'a profile': [
    ...PANELS.map(withPart),
    { state: 'with Upcoming Shows open', at: '/juno', open: press(/^Upcoming Shows/), says: 'Close Upcoming Shows' },
    {
      state: 'empty',
      at: '/juno',
      answers: () => fakeProfile(publicUser(musician({ username: 'juno' }))),
      says: 'No songs or videos here yet.',
    },
    {
      state: 'empty and the viewer’s own',
      at: `/${SONG}`,
      as: own,
      answers: (me) => fakeProfile(publicUser(me!)),
      says: "Let's get started",
    },
    {
      state: 'the viewer’s own with labels on its media and a part open',
      at: `/${SONG}`,
      as: own,
      answers: ownMedia,
      open: press('Albums'),
      says: 'Un-Published',
    },
  ],
  'the tools of administrators': [
    { state: 'to sort moods', at: '/moods', as: administrator, says: /^Move / },
    {
      state: 'to sort the media of a genre',
      at: '/genres/soul',
      as: administrator,
      answers: () => {
        fake(genreInfo, genre('soul'));
        fake(mediaSearch, inPages([song(), song()]));
      },
      says: /^Move /,
    },
  ],
  'a search': [
    { state: 'with its filters open', at: FOUND, open: press('Filter Media'), says: 'Near' },
    { state: 'that finds nothing', at: FOUND, answers: nothingFound([]), says: /did not return any results/ },
    { state: 'that finds something close', at: FOUND, answers: nothingFound(['salty']), says: 'Closest matches' },
    { state: 'with suggestions', at: '/genres', answers: suggested, open: type('kett'), says: 'Suggestions' },
    {
      state: 'for anything',
      at: '/genres',
      answers: suggested,
      open: findAnything,
      says: 'Find anything',
      isWide: true,
    },
  ],
  'a list without media': [
    {
      state: 'of favorites',
      at: '/favorites',
      as: member,
      answers: () => void fake(remember, emptyReply(remember)),
      says: /^You haven't added any media/,
    },
    {
      state: 'of playlists',
      at: '/playlists',
      as: member,
      answers: () => void fake(ownPlaylists, emptyReply(ownPlaylists)),
      says: /^You have no playlists yet/,
    },
  ],
  'a playlist': [
    { state: 'being edited', at: PLAYLIST, as: member, open: pressInMain('Edit'), says: 'Description (optional)' },
    {
      state: 'being shared',
      at: PLAYLIST,
      as: member,
      open: press(/^Share/),
      says: /^Share this/,
    },
    {
      state: 'that lacks a name while media is added',
      at: `/juno/${SONG}`,
      as: member,
      open: inTurn(
        press(/^More|^Actions/),
        () =>
          page
            .getByRole('menuitem', { name: /playlist/i })
            .first()
            .click(),
        pressIn('Create'),
      ),
      says: 'Name is required',
    },
  ],
};
