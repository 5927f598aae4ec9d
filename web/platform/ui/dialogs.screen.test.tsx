import { commentRules, saveCommentRules } from '@scoville/contract/community/comments/comment-rules.ts';
import { requestDataExport } from '@scoville/contract/review/data-export.ts';
import type { Endpoint, Schema } from '@scoville/contract/platform/http/endpoint.ts';
import { follow, followOf } from '@scoville/contract/community/follows/follows.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { sendMessage } from '@scoville/contract/community/messages/messages.ts';
import {
  createPlaylist,
  deletePlaylist,
  ownPlaylists,
  playlist,
  playlistMedia,
} from '@scoville/contract/catalogue/playlists/playlists.ts';
import { writePost } from '@scoville/contract/community/follows/posts.ts';
import { reportSomething } from '@scoville/contract/community/reports/reports.ts';
import { UserSummary, users } from '@scoville/contract/accounts/users/user-list.ts';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { member, musician } from '../../testkit/accounts.ts';
import { fake, hold, lost } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { LAST_PAGE, sample, songInFull } from '../../testkit/sample.ts';
import { quietPages } from '../../testkit/samples/pages.ts';
import { samplePlaylist } from '../../testkit/samples/playlists.ts';
import { fakeProfile, profilePage, publicUser } from '../../testkit/samples/profile.ts';
import { quietSongPage } from '../../testkit/samples/song-page.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

const NO_CONNECTION = 'No connection. Check your network and try again.';
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const press = (name: string, within: Locator = main) => within.getByRole('button', { name, exact: true }).click();

beforeEach(() => {
  emptyScreens();
  quietPages();
  fake(ownPlaylists, { playlists: [], paging: LAST_PAGE });
});

type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>;

/**
 * Sends the dialog's form and loses the connection. Expects that nothing closes the dialog before, and that it shows
 * the failure.
 * @param isTyped text was typed into the dialog, and closing the dialog would discard that text
 */
async function staysWhileSending(send: string, endpoint: AnyEndpoint, isTyped = false): Promise<void> {
  const held = hold(endpoint, lost());
  await press(send, dialog);
  const close = dialog.getByRole('button', { name: 'Close', exact: true });
  await expect.element(close).toBeDisabled();
  for (const cancel of dialog.getByRole('button', { name: 'Cancel', exact: true }).all())
    await expect.element(cancel).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  held.release();
  await expect.element(dialog).toHaveTextContent(NO_CONNECTION);
  expect(held.calls).toHaveLength(1);
  await close.click();
  if (isTyped) await press('Discard', dialog);
  await expect.element(dialog).not.toBeInTheDocument();
}

const STAYS = 'stays open while it is sent, and shows what failed';

/** Opens the page of another musician's song. */
async function openSong(): Promise<void> {
  const song = songInFull({ title: 'Kettle' });
  quietPages([song]);
  quietSongPage(song);
  await openScreen(`/juno/${song.id}`, { as: member() });
}

test(`the dialog that shares a song ${STAYS}`, async () => {
  const mira = sample(UserSummary, { displayName: 'Mira Quill', username: 'mira' });
  fake(users, { users: [mira], total: 1, paging: LAST_PAGE });
  await openSong();
  await main.getByRole('button', { name: 'Share Kettle' }).first().click();
  await dialog.getByRole('combobox', { name: 'To:' }).fill('quill');
  await page.getByRole('option', { name: 'Mira Quill' }).click();
  await expect.element(page.getByRole('list', { name: 'Recipients' })).toHaveTextContent('Mira Quill');
  await staysWhileSending('Share', sendMessage);
});

test(`the dialog that reports a song ${STAYS}`, async () => {
  await openSong();
  await press('Report');
  await dialog.getByLabelText('Reason').selectOptions('rights');
  await staysWhileSending('Report', reportSomething);
});

test(`the dialog that subscribes to a musician ${STAYS}`, async () => {
  fake(followOf, { subscription: null });
  fakeProfile(publicUser(musician()));
  await openScreen('/juno', { as: member() });
  await press('Subscribe');
  await dialog.getByRole('radio').first().click();
  await staysWhileSending('Subscribe', follow);
});

test(`the dialog that adds a song to a new playlist ${STAYS}`, async () => {
  await openSong();
  await main.getByRole('button', { name: 'More for Kettle' }).click();
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await dialog.getByLabelText('New playlist').fill('Evenings');
  await staysWhileSending('Create', createPlaylist, true);
});

test(`the dialog that makes a playlist ${STAYS}`, async () => {
  await openScreen('/playlists', { as: member() });
  await main.getByRole('button', { name: 'New playlist' }).first().click();
  await dialog.getByLabelText('Name').fill('Mornings');
  await staysWhileSending('Create', createPlaylist, true);
});

test(`the dialog that requests a copy of all data ${STAYS}`, async () => {
  quietOverview();
  await openScreen('/account/overview#your-data', { as: member() });
  await press('Request a copy');
  await dialog.getByLabelText('Your password').fill(PASSWORD);
  await staysWhileSending('Request a copy', requestDataExport);
});

test(`the dialog that writes a post to followers ${STAYS}`, async () => {
  const me = musician();
  fakeProfile(publicUser(me));
  await openScreen(`/${me.id}`, { as: me });
  await press('Tell your followers');
  await dialog.getByLabelText('What is new?').fill('On tour in May.');
  await staysWhileSending('Publish', writePost, true);
});

test(`the dialog with the settings for comments ${STAYS}`, async () => {
  fake(mediaOfUser, profilePage());
  fake(commentRules, sample(commentRules.reply));
  await openScreen('/account/media', { as: musician() });
  await press('Comment settings');
  await dialog.getByLabelText('Hold every comment until I approve it').click();
  await staysWhileSending('Save', saveCommentRules);
});

test('the first field of a dialog gets the focus once it is loaded, unless a key was pressed before', async () => {
  fake(mediaOfUser, profilePage());
  const first = dialog.getByLabelText('Hold every comment until I approve it');
  for (const isPressed of [false, true]) {
    const held = hold(commentRules, sample(commentRules.reply));
    await openScreen('/account/media', { as: musician() });
    await press('Comment settings');
    await expect.element(dialog).toBeVisible();
    if (isPressed) await userEvent.keyboard('{Shift}');
    held.release();
    await expect.element(first).toBeVisible();
    if (isPressed) await expect.element(first).not.toHaveFocus();
    else await expect.element(first).toHaveFocus();
  }
});

test('a confirmed deletion keeps its dialog open until it is done', async () => {
  const evenings = samplePlaylist();
  fake(playlist, evenings);
  fake(playlistMedia, { media: [], paging: LAST_PAGE });
  await openScreen(`/playlists/${evenings.id}`, { as: member() });
  const held = hold(deletePlaylist, ({ params: { id } }) => ({ id, deleted: true as const }));
  await press('Delete');
  const question = page.getByRole('dialog', { name: 'Delete playlist' });
  await press('Delete', question);
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).toBeVisible();
  held.release();
  await expect.element(question).not.toBeInTheDocument();
  await expect.poll(address).toBe('/playlists');
  expect(held.calls.map(({ params }) => params.id)).toEqual([evenings.id]);
});
