import { type Page, expect, test } from './testkit/test.ts';
import { song } from '../fixtures/files.ts';
import type { Pool } from '../server/platform/db/connection.ts';
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
  // The URL changes before the Home screen is rendered.
  await expect(page.getByRole('region', { name: 'Statistics' })).toBeVisible();
}

/** Goes back to a screen and leaves its API call unanswered. Returns once the call was made. */
async function backUnanswered(page: Page, call: RegExp): Promise<void> {
  await page.route(
    ({ pathname }) => call.test(pathname),
    () => {},
  );
  const asked = page.waitForRequest((request) => call.test(new URL(request.url()).pathname));
  await page.goBack();
  await asked;
}

/**
 * Signs up a musician with a private playlist of an unpublished song. Returns the musician's id and the playlist's
 * path.
 */
async function withPrivatePlaylist(page: Page): Promise<{ id: string; playlist: string }> {
  const id = await musician(page);
  const secret = await insertMedia(db, { musicianId: id, title: 'Not yet out', published: false });
  const data = { name: 'Only for me', visibility: 'private', media: [secret] };
  const made = await page.request.post('/api/playlists', { headers: HEADERS, data });
  expect(made.status(), await made.text()).toBe(200);
  return { id, playlist: `/playlists/${((await made.json()) as { id: string }).id}` };
}

/** Inserts a song with a playable source, whose file `withFiles` serves. */
async function insertSong(title: string, musicianId: string, published = true): Promise<string> {
  const id = await insertMedia(db, { musicianId, title, published, length: 63 });
  const file = { key: 'media/x/y/song.m4a', type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 192_000 };
  await changeSource(db, id, { playback: db.json([{ ...file, width: null, height: null }]) });
  return id;
}

/** Answers all requests for files of songs with the same audio file. */
async function withFiles(page: Page): Promise<void> {
  const path = await song({ seconds: 63, format: 'mp3', seed: 'player one' });
  await page.route('**/files/**', (route) => route.fulfill({ path, contentType: 'audio/mpeg' }));
}

/** Saves a song in the signed-in user's player, like another device of the same user would. */
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

test('Back shows no private playlist after its owner signed out', async ({ page }) => {
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

test('Back shows no private playlist after the owner’s session was ended elsewhere', async ({ page }) => {
  const { id, playlist } = await withPrivatePlaylist(page);
  await page.goto(playlist);
  await expect(page.getByRole('heading', { level: 1, name: 'Only for me' })).toBeVisible();
  // End the session only when the button's request arrives: a page that learns about it earlier may leave the screen
  // before the button can be clicked.
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

test('Back to the musician’s zone shows no unpublished song after the musician signed out', async ({ page }) => {
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

test('the offer to continue shows what the newly signed-in user played, never what the previous user played', async ({
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

test('sign-out removes a song that only its musician may hear from the player and from session storage', async ({
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

test('music keeps playing when another user signs in, and leaves that user’s player on other devices unchanged', async ({
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
  // Longer than the player waits before it saves a change.
  await page.clock.fastForward(5000);
  await page.evaluate(() => fetch('/api/player'));
  expect([written.length, await kept()]).toEqual([0, ['Ladle']]);
  // After Ben resumes playback himself, the queue is saved as his.
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await page.clock.fastForward(5000);
  await expect.poll(async () => (await kept())[0]).toBe('Kettle');
});
