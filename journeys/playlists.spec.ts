import { type Page, expect, test } from './testkit/test.ts';
import type { JSONValue } from 'postgres';
import type { Pool } from '../server/platform/db/connection.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { prepared } from './testkit/prepared.ts';
import { HEADERS, freshPage, musician, signUp, somebody, toEndOfZone } from './testkit/people.ts';
import { pickUp } from './testkit/sorting.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const TITLES = ['Kettle', 'Ladle', 'Mortar', 'Pestle'];
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const rows = (page: Page, name: string) => page.getByRole('list', { name: `Songs and videos of ${name}` });
const titles = (page: Page, name: string) => rows(page, name).getByRole('article').getByRole('paragraph');

/** Opens the dialog from the menu of a card. */
async function add(page: Page, title: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: `More for ${title}` })
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await expect(dialog(page, 'Add to playlist')).toContainText(title);
}

async function withSongs(page: Page): Promise<{ id: string; songs: string[] }> {
  const id = await musician(page);
  const songs: string[] = [];
  for (const title of TITLES) songs.push(await insertMedia(db, { musicianId: id, title }));
  return { id, songs };
}

/** The position in the track, in seconds. */
const heard = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);

/** Gives the songs the sound of a real song of a minute. */
async function makePlayable(songs: readonly string[]): Promise<void> {
  const [source] = await db<{ playback: JSONValue }[]>`
    select s.playback from media m join sources s on s.id = m.source_id where m.id = ${prepared().listening.songs[0]}`;
  for (const song of songs) await changeSource(db, song, { playback: db.json(source?.playback ?? []) });
}

test('a listener creates a playlist from a card’s menu, sorts and shares it, and others see what its visibility allows', async ({
  page,
  browser,
}) => {
  const star = await freshPage(browser);
  const { id: starId, songs } = await withSongs(star);
  const { id: makerId } = await signUp(page, somebody('Lou', 'Hart'));

  // Open the account's playlists from the menu, before there are any.
  await page.goto('/');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Playlists' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Playlists', exact: true })).toBeVisible();
  await expect(page.getByText('You have no playlists yet.')).toBeVisible();
  await expect(page).toHaveTitle(/^Playlists \|/);

  // Create a playlist from a card, then add more songs to it.
  await page.goto(`/${starId}`);
  await add(page, 'Kettle');
  await dialog(page, 'Add to playlist').getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page, 'Add to playlist').getByText('Name is required')).toBeVisible();
  await dialog(page, 'Add to playlist').getByLabel('New playlist').fill('Late');
  await dialog(page, 'Add to playlist').getByRole('button', { name: 'Create' }).click();
  await expect(dialog(page, 'Add to playlist').getByLabel('Late')).toBeChecked();
  await page.keyboard.press('Escape');
  for (const title of TITLES.slice(1)) {
    await add(page, title);
    await expect(dialog(page, 'Add to playlist').getByLabel('Late')).not.toBeChecked();
    await dialog(page, 'Add to playlist').getByLabel('Late').check();
    await expect(dialog(page, 'Add to playlist').getByLabel('Late')).toBeEnabled();
    await page.keyboard.press('Escape');
  }

  await page.goto('/playlists');
  const card = page.getByRole('list', { name: 'Your playlists' }).getByRole('link');
  await expect(card).toContainText('4 tracks, private');
  await expect(card.locator('img')).toHaveCount(4);
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Late' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await expect(titles(page, 'Late')).toHaveText(TITLES);

  // Sort with the keyboard; the order is kept. Then remove a song.
  await pickUp(
    page.getByRole('button', { name: 'Move Pestle', exact: true }),
    page.getByText('Pestle is in position 4 of 4.'),
  );
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Pestle is in position 3 of 4.')).toBeAttached();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.keyboard.press('Space');
  await saved;
  await expect(titles(page, 'Late')).toHaveText(['Kettle', 'Ladle', 'Pestle', 'Mortar']);
  await page.reload();
  await expect(titles(page, 'Late')).toHaveText(['Kettle', 'Ladle', 'Pestle', 'Mortar']);
  await page.getByRole('button', { name: 'Remove Ladle' }).press('Enter');
  await expect(titles(page, 'Late')).toHaveText(['Kettle', 'Pestle', 'Mortar']);
  await expect(page.getByRole('button', { name: 'Remove Pestle' })).toBeFocused();

  // Other people can't open a private playlist.
  const visitor = await freshPage(browser);
  const gone = await visitor.goto(address);
  expect(gone?.status()).toBe(404);
  await expect(visitor.getByText('Playlist not found. It may be private or have been deleted.')).toBeVisible();

  // Rename it, add a description and make it unlisted: its link opens it, and search engines are told not to index it.
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).click();
  await dialog(page, 'Edit playlist').getByLabel('Name').fill('Later');
  await dialog(page, 'Edit playlist').getByLabel('Description (optional)').fill('After ten.');
  await dialog(page, 'Edit playlist').getByLabel('Unlisted').check();
  await dialog(page, 'Edit playlist').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Later' })).toBeVisible();
  await expect(page.getByText('Unlisted playlist')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
  const link = await dialog(page, 'Share this playlist').getByLabel('Link').inputValue();
  expect(new URL(link).pathname).toBe(address);
  await page.keyboard.press('Escape');
  const found = await visitor.goto(link);
  expect(found?.status()).toBe(200);
  expect(await found?.text()).toContain('<meta name="robots" content="noindex">');
  await expect(titles(visitor, 'Later')).toHaveText(['Kettle', 'Pestle', 'Mortar']);
  await expect(visitor.getByText('After ten.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: /^(Move|Remove|Edit|Delete)/ })).toHaveCount(0);
  const asked = visitor.waitForResponse('**/api/playlists/user/**');
  await visitor.goto(`/${makerId}`);
  await expect(visitor.getByRole('heading', { level: 1, name: 'Lou Hart' })).toBeVisible();
  await toEndOfZone(visitor);
  await (await asked).finished();
  await expect(visitor.getByRole('list', { name: 'Playlists of Lou Hart' })).toHaveCount(0);

  // Make it public: it appears on its owner's zone, without a song that its musician has unpublished.
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).click();
  await dialog(page, 'Edit playlist').getByLabel('Public').check();
  await dialog(page, 'Edit playlist').getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, 'Edit playlist')).toHaveCount(0);
  const hidden = await star.request.put(`/api/media/${songs[0]}`, { headers: HEADERS, data: { published: false } });
  expect(hidden.status()).toBe(200);
  await visitor.reload();
  await toEndOfZone(visitor);
  await visitor.getByRole('list', { name: 'Playlists of Lou Hart' }).getByRole('link', { name: 'Later' }).click();
  await expect(titles(visitor, 'Later')).toHaveText(['Pestle', 'Mortar']);
  await expect(visitor.getByText('2 tracks')).toBeVisible();

  // A visitor gets a link to sign in and create playlists.
  await visitor.getByRole('button', { name: 'More for Pestle' }).click();
  await visitor.getByRole('menuitem', { name: 'Add to playlist' }).click();
  await visitor.getByRole('link', { name: 'Log in to create playlists' }).click();
  await expect(visitor).toHaveURL(/\/login$/);

  // Delete the playlist.
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Delete playlist').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/playlists$/);
  await expect(page.getByText('You have no playlists yet.')).toBeVisible();
});

test('a playlist plays completely, including songs that its page has not loaded yet', async ({ page }) => {
  const { id, songs } = await withSongs(page);
  for (let at = 0; at < 56; at += 1) songs.push(await insertMedia(db, { musicianId: id, title: `Spoon ${at}` }));
  await makePlayable(songs);
  const made = await page.request.post('/api/playlists', {
    headers: HEADERS,
    data: { name: 'Long', media: songs },
  });
  const { id: playlistId } = (await made.json()) as { id: string };
  await page.goto(`/playlists/${playlistId}`);
  await expect(titles(page, 'Long')).toHaveCount(50);
  const rest = page.waitForResponse((answer) => answer.url().includes(`/api/playlists/${playlistId}/media`));
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  expect((await rest).url()).toContain('cursor=');
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Kettle');
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await expect(titles(page, 'Long')).toHaveCount(60);
  // Pressing Play again doesn't pause, and resumes after a pause.
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('an album of a profile has its musician’s songs in a chosen order, and plays completely', async ({
  page,
  browser,
}) => {
  const { id, songs } = await withSongs(page);
  await makePlayable(songs);
  const saved = await page.request.put(`/api/users/${id}`, {
    headers: HEADERS,
    data: { albums: [{ title: 'Ash', releaseDate: '2026-01-01' }] },
  });
  expect(saved.status()).toBe(200);
  const visitor = await freshPage(browser);
  const open = async (one: Page) => {
    await one.goto(`/${id}`);
    await one.getByRole('button', { name: 'Albums' }).click();
    await expect(one.getByRole('heading', { name: 'Ash' })).toBeVisible();
  };
  const inAlbum = (one: Page) => one.getByRole('list', { name: 'Songs of Ash' }).getByRole('link');
  await open(page);
  await page.getByRole('button', { name: 'Choose the songs of Ash' }).click();
  const choice = dialog(page, 'Songs of Ash');
  for (const title of ['Mortar', 'Kettle', 'Ladle']) await choice.getByLabel(title, { exact: true }).check();
  await pickUp(choice.getByRole('button', { name: 'Move Kettle' }), page.getByText('Kettle is in position 2 of 3.'));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Kettle is in position 1 of 3.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(page.getByText('Kettle was moved to position 1 of 3.')).toBeAttached();
  await choice.getByRole('button', { name: 'Save' }).click();
  await expect(choice).toHaveCount(0);
  await expect(inAlbum(page)).toHaveText(['Kettle', 'Mortar', 'Ladle']);

  // The album's first song is in the player already, on its own. Playing the album continues the song.
  await visitor.goto(`/${id}/${songs[0]}`);
  await visitor.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => heard(visitor)).toBeGreaterThan(0.5);
  await visitor.getByRole('region', { name: 'Player' }).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(visitor)).toBeGreaterThan(29);
  await open(visitor);
  await expect(inAlbum(visitor)).toHaveText(['Kettle', 'Mortar', 'Ladle']);
  await expect(visitor.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Play the album Ash' }).click();
  await expect(visitor.getByRole('region', { name: 'Player' })).toContainText('Kettle');
  await expect(visitor.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => heard(visitor)).toBeGreaterThan(0);
  expect(await heard(visitor)).toBeGreaterThan(29);
  await visitor.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Next' }).first().click();
  await expect(visitor.getByRole('region', { name: 'Player' })).toContainText('Mortar');
});
