import {
  createPlaylist,
  ownPlaylists,
  playlist,
  playlistMedia,
} from '@scoville/contract/catalogue/playlists/playlists.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { LAST_PAGE } from '../../testkit/sample.ts';
import { samplePlaylist } from '../../testkit/samples/playlists.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const form = page.getByRole('dialog', { name: 'New playlist' });
const question = page.getByRole('dialog', { name: 'Unsaved changes' });
const name = form.getByLabelText('Name');
const press = (button: string) => question.getByRole('button', { name: button }).click();

beforeEach(() => {
  emptyScreens();
  fake(ownPlaylists, { playlists: [], paging: LAST_PAGE });
});

/** Navigates from Home to the playlists, and opens the form for a new one. */
async function openForm(): Promise<void> {
  await openScreen('/', { as: member() });
  await page.getByRole('button', { name: 'Account of Juno' }).click();
  await page.getByRole('menuitem', { name: 'Playlists' }).click();
  await openAgain();
}
async function openAgain(): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'New playlist' }).first().click();
  await expect.element(form).toBeVisible();
}
/** Presses "Keep editing", which closes the question. */
async function keepEditing(): Promise<void> {
  await press('Keep editing');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(name).toHaveValue('Mornings');
}

test('a dialog closes at once if nothing was typed, or if the typed text was deleted', async () => {
  await openForm();
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
  await openAgain();
  await name.fill('Mornings');
  await name.fill('');
  await userEvent.keyboard('{Escape}');
  await expect.element(form).not.toBeInTheDocument();
});

test('Escape asks before it discards text typed into a dialog, also when pressed twice', async () => {
  await openForm();
  await name.fill('Mornings');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toHaveTextContent('What you entered here will be lost.');
  await expectAccessible();
  await keepEditing();
  await expect.element(name).toHaveFocus();
  // On the second Escape, a browser closes a dialog without a cancelable event.
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  await keepEditing();
});

test('a click outside, Close and Back ask before they discard text typed into a dialog', async () => {
  await openForm();
  await name.fill('Mornings');
  await page.elementLocator(document.documentElement).click({ position: { x: 4, y: 4 } });
  await keepEditing();
  await form.getByRole('button', { name: 'Close', exact: true }).click();
  await keepEditing();
  history.back();
  await keepEditing();
  expect(address()).toBe('/playlists');
  history.back();
  await press('Discard');
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('Cancel discards text typed into a dialog without asking, and saved text needs no question', async () => {
  const made = samplePlaylist({ name: 'Evenings' });
  const sent = fake(createPlaylist, made);
  fake(playlist, made);
  fake(playlistMedia, { media: [], paging: LAST_PAGE });
  await openForm();
  await name.fill('Mornings');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await openAgain();
  await name.fill('Evenings');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Evenings' })).toBeVisible();
  expect(sent.calls.map(({ body }) => body.name)).toEqual(['Evenings']);
});
