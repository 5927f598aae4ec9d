import { type Page, expect, test } from './testkit/test.ts';
import { song } from '../fixtures/files.ts';
import type { Pool } from '../server/db/connection.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { HEADERS, beVisitor, musician, signIn, signUp, somebody } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL('/');
  // The address is home's before its screen is there.
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
}

/** Goes back to a screen whose call, which its path names, is not answered; returns once that was made. */
async function backUnanswered(page: Page, call: RegExp): Promise<void> {
  await page.route(
    ({ pathname }) => call.test(pathname),
    () => {},
  );
  const asked = page.waitForRequest((request) => call.test(new URL(request.url()).pathname));
  await page.goBack();
  await asked;
}

/** A musician with a private playlist of a song that is not published; returns the address of the playlist, too. */
async function withPrivatePlaylist(page: Page): Promise<{ id: string; playlist: string }> {
  const id = await musician(page);
  const secret = await insertMedia(db, { musicianId: id, title: 'Not yet out', published: false });
  const data = { name: 'Only for me', visibility: 'private', media: [secret] };
  const made = await page.request.post('/api/playlists', { headers: HEADERS, data });
  expect(made.status(), await made.text()).toBe(200);
  return { id, playlist: `/playlists/${((await made.json()) as { id: string }).id}` };
}

/** A song with a file, which `withFiles` gives. */
async function insertSong(title: string, musicianId: string, published = true): Promise<string> {
  const id = await insertMedia(db, { musicianId, title, published, length: 63 });
  const file = { key: 'media/x/y/song.m4a', type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 192_000 };
  await changeSource(db, id, { playback: db.json([{ ...file, width: null, height: null }]) });
  return id;
}

/** Has the page's songs sound, all alike. */
async function withFiles(page: Page): Promise<void> {
  const path = await song({ seconds: 63, format: 'mp3', seed: 'player one' });
  await page.route('**/files/**', (route) => route.fulfill({ path, contentType: 'audio/mpeg' }));
}

/** Keeps a song in the player of who is signed in, as another device of theirs would. */
async function listensElsewhere(page: Page, id: string): Promise<void> {
  const data = { device: 'a phone', ids: [id], index: 0, at: 12, repeat: 'off', shuffle: null };
  const kept = await page.request.put('/api/player', { headers: HEADERS, data });
  expect(kept.status(), await kept.text()).toBe(200);
}

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const sounding = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => [...document.querySelectorAll('video')].some((one) => one.currentTime > 0.1 && !one.paused)),
    )
    .toBe(true);

test('Back shows nothing of the account that signed out', async ({ page }) => {
  const { playlist } = await withPrivatePlaylist(page);
  await page.goto(playlist);
  await expect(page.getByRole('heading', { level: 1, name: 'Only for me' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Not yet out').first()).toBeVisible();
  await signOut(page);
  await backUnanswered(page, /^\/api\/playlists\//);
  await expect(page).toHaveURL(playlist);
  await expect(page.getByText('Loading the list')).toBeAttached();
  await expect(page.getByText('Only for me')).toHaveCount(0);
  await expect(page.getByText('Not yet out')).toHaveCount(0);
});

test('Back shows nothing of an account whose session was ended elsewhere', async ({ page }) => {
  const { id, playlist } = await withPrivatePlaylist(page);
  await page.goto(playlist);
  await expect(page.getByRole('heading', { level: 1, name: 'Only for me' })).toBeVisible();
  // It ends behind the press: once it has, the page may leave before it can be pressed.
  await page.route(/\/api\/playlists\//, async (route) => {
    await db`delete from sessions where user_id = ${id}`;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Remove Not yet out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.unrouteAll();
  await backUnanswered(page, /^\/api\/playlists\//);
  await expect(page.getByText('Loading the list')).toBeAttached();
  await expect(page.getByText('Only for me')).toHaveCount(0);
  await expect(page.getByText('Not yet out')).toHaveCount(0);
});

test('Back to the own zone shows nothing that only its musician may see, once that signed out', async ({ page }) => {
  const id = await musician(page);
  await insertMedia(db, { musicianId: id, title: 'Not yet out', published: false });
  await page.goto(`/${id}`);
  await expect(page.getByRole('main').getByText('Not yet out').first()).toBeVisible();
  await signOut(page);
  await backUnanswered(page, /^\/api\/media\/user\//);
  await expect(page).toHaveURL(`/${id}`);
  await expect(page.getByText('Loading the list')).toBeAttached();
  await expect(page.getByText('Not yet out')).toHaveCount(0);
});

test('who signs in after another is offered to continue what they listened to, and never what the other did', async ({
  page,
}) => {
  const owner = await musician(page);
  const listensTo = async (title: string) => listensElsewhere(page, await insertSong(title, owner));
  await beVisitor(page);
  const cas = await signUp(page, somebody('Cas'));
  await beVisitor(page);
  const ben = await signUp(page, somebody('Ben'));
  await listensTo('Ladle');
  await beVisitor(page);
  await signUp(page, somebody('Ann'));
  await listensTo('Kettle');

  await page.goto('/login');
  const offer = page.getByRole('region', { name: 'Continue where you left off' });
  await expect(offer).toContainText('Kettle');
  await page.setViewportSize({ width: 390, height: 844 });
  const isCut = await offer.getByText(/left off$/).evaluate((line) => line.scrollWidth > line.clientWidth);
  expect(isCut, 'what is offered can be read on a phone').toBe(false);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, ben);
  await expect(page.getByRole('button', { name: 'Account of Ben' })).toBeVisible();
  await expect(offer).toContainText('Ladle');
  await expect(offer).not.toContainText('Kettle');
  await page.goto('/login');
  await expect(offer).toContainText('Ladle');
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/api/player'));
  await signIn(page, cas);
  expect(await (await asked).json()).toEqual({ player: null });
  await expect(page.getByRole('button', { name: 'Account of Cas' })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('a song that only its musician may hear leaves the player when that signs out, and stays away', async ({
  page,
}) => {
  await withFiles(page);
  const id = await musician(page);
  const secret = await insertSong('Not yet out', id, false);
  await page.goto(`/${id}/${secret}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(bar(page)).toContainText('Not yet out');
  await signOut(page);
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByText('Not yet out')).toHaveCount(0);
  expect(await page.evaluate(() => Object.values(sessionStorage).join(' '))).not.toContain('Not yet out');
});

test('music plays on for who signs in next, and takes nothing from what they listened to at another device', async ({
  page,
}) => {
  await withFiles(page);
  const owner = await musician(page);
  const kettle = await insertSong('Kettle', owner);
  const ladle = await insertSong('Ladle', owner);
  await beVisitor(page);
  const ben = await signUp(page, somebody('Ben'));
  await listensElsewhere(page, ladle);
  await beVisitor(page);
  await signUp(page, somebody('Ann'));
  await page.clock.install();
  await page.goto(`/${owner}/${kettle}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await signOut(page);
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, ben);
  await sounding(page);
  await expect(bar(page)).toContainText('Kettle');
  const kept = async () => {
    const { player } = (await (await page.request.get('/api/player')).json()) as {
      player: { queue: { title: string }[] };
    };
    return player.queue.map(({ title }) => title);
  };
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/player')) written.push(request.url());
  });
  // Longer than what is new waits to be kept.
  await page.clock.fastForward(5000);
  await page.evaluate(() => fetch('/api/player'));
  expect([written.length, await kept()]).toEqual([0, ['Ladle']]);
  // What Ben lets go on himself is his.
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.fastForward(5000);
  await expect.poll(async () => (await kept())[0]).toBe('Kettle');
});
