import { albumSongs } from '@scoville/contract/community/albums/albums.ts';
import { blocks } from '@scoville/contract/community/messages/messages.ts';
import { ownPlaylists, playlist, playlistMedia } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { PublicUser, musician } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member, newId } from '../../../testkit/accounts.ts';
import { fake } from '../../../testkit/api.ts';
import { toast } from '../../../testkit/find.ts';
import {
  GENRE,
  audible,
  display,
  inBar,
  listOf,
  openQueue,
  playing,
  expectQueue,
  quietSongs,
} from '../../../testkit/playing.ts';
import { LAST_PAGE, sample } from '../../../testkit/sample.ts';
import { samplePlaylist } from '../../../testkit/samples/playlists.ts';
import { openScreen, reloadScreen } from '../../../testkit/screen.tsx';

const [broth, brine, bread] = [audible('Broth'), audible('Brine'), audible('Bread')];
const supper = samplePlaylist({ name: 'Supper', visibility: 'unlisted' });

/** Chooses an entry from the menu of a whole list. */
async function whole(name: string, what: string, said: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More for ${name}`, exact: true })
    .click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
  await expect.element(toast(said)).toBeVisible();
}

/** Loads another page, which keeps the queue. */
async function goTo(path: string): Promise<void> {
  history.replaceState(null, '', path);
  await reloadScreen({ as: member() });
  await expect.element(playing).toHaveText('Broth');
}

async function queuePlaylist(): Promise<void> {
  quietSongs([broth, brine, bread]);
  fake(playlist, supper);
  fake(playlistMedia, listOf([broth, brine]));
  await openScreen(`/playlists/${supper.id}`, { as: member() });
  await whole('Supper', 'Add to queue', '2 tracks added to the queue.');
  await expect.element(playing).toHaveText('Broth');
}

test('a whole playlist is put into an empty player, and waits there for a press', async () => {
  await queuePlaylist();
  await expect.element(inBar('Play')).toBeVisible();
  await openQueue();
  await expectQueue(['Broth', 'Brine']);
});

test('a whole album is put into the queue after the current track', async () => {
  await queuePlaylist();
  const album = {
    id: newId(),
    title: 'Leavened',
    releaseDate: '2026-01-01',
    coverUrl: null,
    websiteUrl: '',
    credits: '',
  };
  fake(musician, sample(PublicUser, { username: 'juno', displayName: 'Juno Reyes', albums: [album] }));
  fake(blocks, { users: [] });
  fake(albumSongs, { media: listOf([audible('Loaf'), audible('Crust')]).media });
  await goTo('/juno');
  await page.getByRole('button', { name: 'Albums', exact: true }).click();
  await whole('Leavened', 'Play next', '2 tracks play next.');
  await openQueue();
  await expectQueue(['Broth', 'Loaf', 'Crust', 'Brine']);
});

test('a whole genre is put into the queue, without duplicates of its tracks', async () => {
  await queuePlaylist();
  await goTo(GENRE);
  await whole('Supper', 'Add to queue', '3 tracks added to the queue.');
  await openQueue();
  await expectQueue(['Broth', 'Brine', 'Bread']);
});

test('the track in the display has a menu, which adds it to a playlist', async () => {
  await queuePlaylist();
  const asked = fake(ownPlaylists, { playlists: [{ ...supper, holds: true }], paging: LAST_PAGE });
  await inBar('Expand the player').click();
  await display.getByRole('button', { name: 'More for Broth' }).click();
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  const adding = page.getByRole('dialog', { name: 'Add to playlist' });
  await expect.element(adding.getByText('Supper')).toBeVisible();
  expect(asked.calls.at(-1)?.query.media).toBe(broth.id);
});
