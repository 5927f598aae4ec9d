import { createPlaylist, playlist, playlistMedia } from '@scoville/contract/catalogue/playlists/playlists.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testkit/accessible.ts';
import { member } from '../../../testkit/accounts.ts';
import { fake } from '../../../testkit/api.ts';
import { toast } from '../../../testkit/find.ts';
import { textsOf } from '../../../testkit/matchers.ts';
import { pickUp } from '../../../testkit/pick-up.ts';
import {
  GENRE,
  audible,
  display,
  inBar,
  listOf,
  openQueue,
  playing,
  pressAt,
  queuePanel,
  queueRows,
  expectQueue,
  quietSongs,
  expectSounding,
  startHere,
} from '../../../testkit/playing.ts';
import { samplePlaylist } from '../../../testkit/samples/playlists.ts';
import { address, openScreen, reloadScreen } from '../../../testkit/screen.tsx';

const [bread, butter, broth, brine] = [audible('Bread'), audible('Butter'), audible('Broth'), audible('Brine')];
const main = page.getByRole('main');
const inPanel = (name: string) => queuePanel.getByRole('button', { name, exact: true });

/** Plays only Bread, and returns to the list that has the others. */
async function playBread(as: Me | null = null): Promise<void> {
  quietSongs([bread, butter, broth, brine]);
  await openScreen(GENRE, { as });
  await main.getByRole('link', { name: 'Bread', exact: true }).click();
  await startHere();
  history.back();
  await expect.poll(address).toBe(GENRE);
}

/** Plays the whole list from Bread's card, and opens the queue. */
async function playAll(): Promise<void> {
  quietSongs([bread, butter, broth, brine]);
  await openScreen(GENRE);
  await main.getByRole('button', { name: 'Play Bread' }).click();
  await expectSounding();
  await openQueue();
  await expectQueue(['Bread', 'Butter', 'Broth', 'Brine']);
}

/** Chooses an entry from the menu of a song's card. */
async function choose(title: string, what: string, said: string): Promise<void> {
  await main.getByRole('button', { name: `More for ${title}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
  await expect.element(toast(said)).toBeVisible();
}

test('PL-09 a queue is built from the menus of cards', async () => {
  await playBread();
  await choose('Butter', 'Add to queue', '“Butter” added to the queue.');
  await choose('Broth', 'Play next', '“Broth” plays next.');
  await choose('Brine', 'Add to queue', '“Brine” added to the queue.');
  await openQueue();
  await expectQueue(['Bread', 'Broth', 'Butter', 'Brine']);
  await expectSounding();
  await expectAccessible();
});

test('PL-09 the queue is sorted by keyboard', async () => {
  await playAll();
  const grip = inPanel('Move Brine');
  await pickUp(grip, 'Brine is in position 4 of 4.');
  await userEvent.keyboard('{ArrowUp}');
  // Wait for the announcement: a row that is dropped earlier falls back to its old position.
  await expect.element(page.getByText(/^Brine is in position 3 of 4/)).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expectQueue(['Bread', 'Butter', 'Brine', 'Broth']);
});

test('PL-09 the queue is sorted by mouse', async () => {
  await playAll();
  await commands.dragOver(inPanel('Move Brine').selector, inPanel('Move Butter').selector);
  await expect.element(page.getByText(/^Brine is in position 2 of 4/)).toBeInTheDocument();
  await commands.releaseMouse();
  await expectQueue(['Bread', 'Brine', 'Butter', 'Broth']);
});

test('a track is removed from the queue by keyboard, and the focus moves to the next one', async () => {
  await playAll();
  await pressAt(inPanel('Remove Butter from the queue'), 'Enter');
  await expectQueue(['Bread', 'Broth', 'Brine']);
  await expect.element(inPanel('Remove Broth from the queue')).toHaveFocus();
  await expect.element(inPanel('Remove Bread from the queue')).not.toBeInTheDocument();
  await expect.element(queuePanel.getByRole('link', { name: 'Log in to save it' })).toBeVisible();
});

test('PL-09 the queue and its repeat mode survive a reload, and its last track is followed by the first', async () => {
  await playAll();
  await inPanel('Remove Broth from the queue').click();
  await inPanel('Repeat: off').click();
  await expect.element(inPanel('Repeat: all')).toBeVisible();
  await reloadScreen();
  await expect.element(playing).toHaveText('Bread');
  await expectSounding(false);
  await openQueue();
  await expectQueue(['Bread', 'Butter', 'Brine']);
  await expect.element(inPanel('Repeat: all')).toBeVisible();

  await inPanel('Play Brine').click();
  await expectSounding();
  await expect.element(inPanel('Pause Brine')).toBeVisible();
  await inPanel('Close the queue').click();
  await inBar('Next').click();
  await expect.element(playing).toHaveText('Bread');
});

test('a cleared queue keeps the current track', async () => {
  await playAll();
  await inPanel('Clear').click();
  await expectQueue(['Bread']);
  await expect.element(queuePanel.getByText(/^Nothing follows/)).toBeVisible();
  await expectSounding();
});

test('a member saves the queue as a playlist in its order', async () => {
  const me = member();
  const made = samplePlaylist({ name: 'First course' });
  const sent = fake(createPlaylist, made);
  fake(playlist, made);
  fake(playlistMedia, listOf([bread, broth, butter]));
  await playBread(me);
  await choose('Butter', 'Add to queue', '“Butter” added to the queue.');
  await choose('Broth', 'Play next', '“Broth” plays next.');
  await openQueue();
  await expectQueue(['Bread', 'Broth', 'Butter']);
  await inPanel('Save as playlist').click();
  const form = page.getByRole('dialog', { name: 'Save as playlist' });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect.element(form.getByText('Name is required')).toBeVisible();
  await form.getByLabelText('Name', { exact: true }).fill('First course');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect.element(form).not.toBeInTheDocument();
  expect(sent.calls.map(({ body }) => body)).toEqual([
    { name: 'First course', description: '', visibility: 'private', media: [bread.id, broth.id, butter.id] },
  ]);
  await expect.element(queuePanel.getByText('Saved as First course.')).toBeVisible();
  await expectAccessible();
  await queuePanel.getByRole('link', { name: 'First course' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'First course' })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Songs and videos of First course' });
  await expect.poll(() => textsOf(rows.getByRole('paragraph'))).toEqual(['Bread', 'Broth', 'Butter']);
  await expectSounding();
});

test('PL-02 the queue opens from the display too, and is shuffled and restored', async () => {
  quietSongs([bread, butter, broth, brine]);
  await openScreen(GENRE);
  await main.getByRole('button', { name: 'Play Butter' }).click();
  await expectSounding();
  await page.viewport(390, 844);
  await page.getByRole('button', { name: 'Open Butter in the player' }).click();
  await display.getByRole('button', { name: 'Queue', exact: true }).click();
  await expectQueue(['Bread', 'Butter', 'Broth', 'Brine']);
  const shuffle = inPanel('Shuffle');
  await shuffle.click();
  await expect.element(shuffle).toHaveAttribute('aria-pressed', 'true');
  // The current track is first.
  await expect.element(queueRows.first().getBySelector('[aria-current=true]')).toHaveTextContent('Butter');
  await expectAccessible();
  await shuffle.click();
  await expectQueue(['Bread', 'Butter', 'Broth', 'Brine']);
  await userEvent.keyboard('{Escape}');
  await expect.element(queuePanel).not.toBeInTheDocument();
  await expect.element(display).toBeVisible();
});
