import { followOf } from '@scoville/contract/community/follows/follows.ts';
import { gettingStarted } from '@scoville/contract/community/profiles/getting-started.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { mergeEntries } from '@scoville/contract/platform/lib/merge-entries.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import { playlistsOf } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { Artwork } from '@scoville/contract/catalogue/media/media.ts';
import { type ImageType, removeImage, uploadImage } from '@scoville/contract/catalogue/uploads.ts';
import { type Me, PublicUser, me, musician } from '@scoville/contract/accounts/users/users.ts';
import * as z from 'zod/mini';
import { musician as account, newId } from '../accounts.ts';
import { type Call, type Faked, fake, quietly } from '../api.ts';
import { LAST_PAGE, musicianRef, sample } from '../sample.ts';
import { dayIn } from './shows.ts';

type Change = Call<typeof updateUser>['body'];

/** The fields of an entry that its form doesn't send. */
const PICTURES: Record<string, object> = { albums: { coverUrl: null }, bands: { imageUrl: null } };
const LISTS = ['albums', 'bands', 'professions', 'schools', 'donationMethods', 'contactMethods'] as const;

/** The account after a save, like on the server. */
function changed(account: Me, { editedFrom, password: _password, email, ...change }: Change): Me {
  const next = { ...account, ...change } as Me;
  if (email !== undefined && email !== account.email) next.pendingEmail = { email, expiresOn: dayIn(3) };
  if (next.displayName === '') next.displayName = `${next.firstName} ${next.lastName}`;
  const lists = LISTS.flatMap((list) => {
    const theirs: readonly { id: string }[] = account[list];
    const sent = change[list];
    if (sent === undefined) return [];
    const began = editedFrom?.[list] ?? { ids: theirs.map(({ id }) => id), changed: theirs.map(({ id }) => id) };
    const merged = mergeEntries<{ id?: string | undefined }, { id: string }>(sent, theirs, began);
    const kept = merged.map((entry) => {
      const id = entry.id ?? newId();
      return { ...PICTURES[list], ...theirs.find((one) => one.id === id), ...entry, id };
    });
    return [[list, kept] as const];
  });
  return { ...next, name: `${next.firstName} ${next.lastName}`, ...Object.fromEntries(lists) };
}

export interface KeptAccount {
  now: () => Me;
  /** Changes the account like another tab or device would. */
  change: (change: Partial<Me>) => void;
  /** Applies the body of a save, for a test that answers the save itself. */
  save: (body: Change) => Me;
  /** Calls that save the profile. */
  saves: Faked<typeof updateUser>['calls'];
}

/** Fakes an account like the server: saved values are kept and returned by later reads. */
export function keptAccount(begin: Me): KeptAccount {
  let account = begin;
  fake(me, () => account);
  const save = (body: Change) => (account = changed(account, body));
  const { calls: saves } = fake(updateUser, ({ body }) => save(body));
  return { now: () => account, change: (change) => void (account = { ...account, ...change }), save, saves };
}

/** Fakes the pictures of an account, its albums and its bands like the server: each new picture has its own address. */
export function fakeImages({ now, change }: KeptAccount): Faked<typeof uploadImage> {
  const set = (type: ImageType, id: string, address: string | null) => {
    const { albums, bands } = now();
    if (type === 'profile') change({ profileImg: address });
    change({ albums: albums.map((one) => (one.id === id ? { ...one, coverUrl: address } : one)) });
    change({ bands: bands.map((one) => (one.id === id ? { ...one, imageUrl: address } : one)) });
  };
  let version = 0;
  fake(removeImage, ({ body: { imageType, targetId } }) => {
    set(imageType, targetId, null);
    return { id: targetId, deleted: true as const };
  });
  return fake(uploadImage, ({ body: { imageType, targetId } }) => {
    version += 1;
    const imageUrl = `/images/${imageType}/${targetId}/${version}/700.jpg`;
    set(imageType, targetId, imageUrl);
    return { imageUrl, version, artwork: sample(Artwork) };
  });
}

/** The public fields of an account. */
export const publicUser = (account: Me): PublicUser => z.parse(PublicUser, account);

/** A page of a profile's songs and videos. */
export const profilePage = (media: Media[] = [], more: { avgRating?: number; canSort?: boolean } = {}) => ({
  media,
  musician: musicianRef(),
  avgRating: null,
  canSort: false,
  total: media.length,
  paging: LAST_PAGE,
  ...more,
});

/** Fakes the calls of a musician's profile, which has no content besides the account's own fields. */
export function fakeProfile(who: PublicUser): void {
  const { id, displayName } = who;
  quietly(musician, who);
  quietly(mediaOfUser, profilePage());
  quietly(performances, { performer: { id, displayName }, performances: [], total: 0, paging: LAST_PAGE });
  quietly(posts, { posts: [], total: 0, nextAt: null, paging: LAST_PAGE });
  quietly(playlistsOf, { playlists: [], paging: LAST_PAGE });
  quietly(gettingStarted, { steps: [] });
  quietly(followOf, { subscription: null });
  quietly(blocks, { users: [] });
  quietly(stats, { accepted: true });
}

/** A musician with a complete profile. */
export const knownMusician = (more: Partial<Me> = {}): Me =>
  account({
    title: 'Singer',
    bio: 'Sings.',
    address: { city: 'Memphis', state: 'TN' },
    experience: 7,
    hourlyRate: 75,
    selfTaught: true,
    donationMethods: [{ id: newId(), appName: 'Venmo', username: '@x' }],
    contactMethods: [
      { id: newId(), title: 'Bookings', info: 'https://bookings.example.org/' },
      { id: newId(), title: 'Telephone', info: '(901) 555-0117' },
    ],
    schools: [
      {
        id: newId(),
        name: 'Juilliard',
        field: 'Voice',
        degree: "Bachelor's",
        startDate: '2010-09-01',
        endDate: '2014-06-01',
        currentStudent: false,
        loc: '',
      },
    ],
    professions: [
      {
        id: newId(),
        company: 'Beale Street Studio',
        title: 'Session singer',
        startDate: '2015-01-01',
        endDate: '2019-12-31',
        currentEmployee: false,
      },
    ],
    albums: [
      ['Tomorrow’s Kettle', dayIn(2), null] as const,
      ['Yesterday’s Kettle', dayIn(-2), null] as const,
      ['Old Kettle', '2001-02-28', '/images/album/1/7/700.jpg'] as const,
    ].map(([title, releaseDate, coverUrl]) => ({
      id: newId(),
      title,
      releaseDate,
      websiteUrl: '',
      credits: '',
      coverUrl,
    })),
    bands: [
      ['The Rinds', '2018-05-01', null, 'Second voice.'] as const,
      ['The Peels', '2015-05-01', '2017-05-01', ''] as const,
    ].map(([name, startDate, endDate, notes]) => ({
      id: newId(),
      name,
      startDate,
      endDate,
      currentMember: endDate === null,
      notes,
      imageUrl: null,
    })),
    ...more,
  });
