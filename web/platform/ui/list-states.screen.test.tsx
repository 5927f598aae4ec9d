import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import {
  Convo,
  Member,
  Message,
  convo,
  convos,
  messages,
  unreadConvos,
} from '@scoville/contract/community/messages/messages.ts';
import { performances } from '@scoville/contract/community/performances.ts';
import {
  Playlist,
  ownPlaylists,
  playlist,
  playlistMedia,
  playlistsOf,
  removeFromPlaylist,
} from '@scoville/contract/catalogue/playlists/playlists.ts';
import { posts } from '@scoville/contract/community/follows/posts.ts';
import { stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { PublicUser, musician as musicianEndpoint } from '@scoville/contract/accounts/users/users.ts';
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { parse } from 'zod/mini';
import { expectAccessibleNow } from '../../testkit/accessible.ts';
import { NOW, administrator, member, musician, newId } from '../../testkit/accounts.ts';
import { SERVER_SAYS, broken, fake, quietly } from '../../testkit/api.ts';
import { stream } from '../../testkit/live.ts';
import { LAST_PAGE, musicianRef, pageBefore, sample, song } from '../../testkit/sample.ts';
import { quietAdministration } from '../../testkit/samples/administration.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { emptyReply, expectFailed, expectNoAlert } from '../../testkit/trouble.ts';

const main = page.getByRole('main');
const zonePlaylists = page.getByRole('region', { name: 'Playlists' });
const aPlaylist = (name: string) =>
  sample(Playlist, { id: newId(), name, createdOn: NOW, lastUpdated: NOW, can: { edit: true } });

/** Opens a musician's zone with these playlists as a visitor, and scrolls to where the playlists are loaded. */
async function openZone(): Promise<void> {
  const who = parse(PublicUser, musician({ username: 'juno' }));
  fake(musicianEndpoint, who);
  fake(mediaOfUser, { ...emptyReply(mediaOfUser), musician: musicianRef() });
  fake(performances, emptyReply(performances));
  fake(posts, emptyReply(posts));
  quietly(stats, { accepted: true });
  await openScreen('/juno');
  const end = page.getByRole('link', { name: 'RSS feed' });
  await expect.element(end).toBeInTheDocument();
  end.element().scrollIntoView();
}

/**
 * Expects that a list's first page is shown, that its next page fails, and that "Try again" loads that page, which is
 * empty.
 */
async function expectMoreAsked(list: Locator, more: string | null, recover: () => void): Promise<void> {
  if (more !== null) await list.getByRole('button', { name: more, exact: true }).click();
  const tryAgain = await expectFailed(list);
  const items = list.getByRole('listitem');
  await expect.element(items.first()).toBeVisible();
  const before = items.elements().length;
  recover();
  await tryAgain.click();
  await expectNoAlert(list);
  await expect.element(list.getByRole('button', { name: more ?? 'More', exact: true })).toHaveLength(0);
  expect(items.elements()).toHaveLength(before);
}

/** Fakes a list whose next page fails until `recover` is called, and is empty afterwards. */
function laterFails() {
  let fails = true;
  const answer =
    <First, Last>(first: First, last: Last) =>
    ({ query }: { query: { cursor?: string | undefined; minDate?: string | undefined } }) =>
      (query.cursor ?? query.minDate) === undefined ? first : fails ? broken() : last;
  return { answer, recover: () => void (fails = false) };
}

const juno = musician();
const ada = sample(Member, { id: newId(), displayName: 'Ada Lake', deleted: false, blocked: false });
const greeting = sample(Message, {
  id: newId(),
  from: ada.id,
  text: 'Is anybody there?',
  sharesMedia: false,
  createdAt: NOW,
});
const talk = sample(Convo, {
  id: newId(),
  createdAt: NOW,
  updatedAt: NOW,
  users: [sample(Member, { ...musicianRef({ id: juno.id }), deleted: false, blocked: false }), ada],
  hasRead: true,
  isRequest: false,
  latest: greeting,
});

test('a failed next page of conversations is reported below the list and can be retried', async () => {
  const { answer, recover } = laterFails();
  fake(convos, answer({ convos: [talk], total: 2, paging: pageBefore('later') }, emptyReply(convos)));
  await openScreen('/messages', { as: juno });
  await stream();
  await expectMoreAsked(page.getByRole('region', { name: 'Conversations' }), 'More', recover);
});

test('a failed next page of messages is reported in the conversation and can be retried', async () => {
  const { answer, recover } = laterFails();
  fake(convos, { convos: [talk], total: 1, paging: LAST_PAGE });
  fake(unreadConvos, { count: 0 });
  fake(convo, talk);
  fake(messages, answer({ messages: [greeting], hasMore: true }, emptyReply(messages)));
  await openScreen(`/messages?convo=${talk.id}`, { as: juno });
  await stream();
  await expectMoreAsked(page.getByRole('log', { name: 'Messages' }), null, recover);
});

test('a failed next page of playlists is reported below the list and can be retried', async () => {
  const { answer, recover } = laterFails();
  const first = { playlists: [aPlaylist('A public list'), aPlaylist('A private list')], paging: pageBefore('later') };
  fake(ownPlaylists, answer(first, emptyReply(ownPlaylists)));
  await openScreen('/playlists', { as: member() });
  await stream();
  await expectMoreAsked(main, 'More', recover);
});

test('a failed next page of a zone’s playlists is reported below them and can be retried', async () => {
  const { answer, recover } = laterFails();
  const first = { playlists: [aPlaylist('A public list')], paging: pageBefore('later') };
  fake(playlistsOf, answer(first, emptyReply(playlistsOf)));
  await openZone();
  await expectMoreAsked(zonePlaylists, 'More playlists', recover);
});

test('playlists of a zone that fail to load are reported under their heading and can be retried', async () => {
  let fails = true;
  fake(playlistsOf, () => (fails ? broken() : { playlists: [aPlaylist('A shelf')], paging: LAST_PAGE }));
  await openZone();
  const tryAgain = await expectFailed(zonePlaylists);
  await expectAccessibleNow();
  fails = false;
  await tryAgain.click();
  await expect.element(zonePlaylists.getByRole('link', { name: /^A shelf/ })).toBeVisible();
  await expectNoAlert(zonePlaylists);
});

test('an administrators’ table keeps its rows when a refetch fails, and marks them as outdated', async () => {
  quietAdministration();
  let fails = false;
  const rows = { users: [sample(UserSummary, { id: newId(), name: 'Ada Lake' })], total: 1, paging: LAST_PAGE };
  fake(users, () => (fails ? broken() : rows));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/admin/users', { as: administrator() });
  const shown = main.getByRole('row');
  await expect.element(shown).toHaveLength(2);
  fails = true;
  // A stale list is fetched again once the connection is back.
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  const tryAgain = await expectFailed(main, 'The users could not be updated. What you see is from before.');
  await expect.element(shown).toHaveLength(2);
  fails = false;
  await tryAgain.click();
  await expectNoAlert(main);
  await expect.element(shown).toHaveLength(2);
});

test('a list that could not be refetched after a change shows an error until the refetch succeeds', async () => {
  const [kettle, ladle] = [song({ title: 'Kettle' }), song({ title: 'Ladle' })];
  const shelf = { ...aPlaylist('A shelf'), mediaCount: 2 };
  let fails = false;
  let media = [kettle, ladle];
  fake(playlist, () => ({ ...shelf, mediaCount: media.length }));
  fake(playlistMedia, () => (fails ? broken() : { media, total: media.length, paging: LAST_PAGE }));
  quietly(musicianEndpoint, parse(PublicUser, musician()));
  fake(removeFromPlaylist, () => {
    media = [kettle];
    fails = true;
    return { ...shelf, mediaCount: 1 };
  });
  await openScreen(`/playlists/${shelf.id}`, { as: member() });
  const rows = page.getByRole('list', { name: 'Songs and videos of A shelf' }).getByRole('article');
  await expect.element(rows).toHaveLength(2);
  await page.getByRole('button', { name: 'Remove Ladle' }).click();
  const tryAgain = await expectFailed(main, SERVER_SAYS);
  await expect.element(rows).toHaveLength(2);
  fails = false;
  await tryAgain.click();
  await expect.element(rows).toHaveLength(1);
  await expectNoAlert(main);
});
