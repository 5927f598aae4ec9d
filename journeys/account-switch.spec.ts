import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, beVisitor, musician, signIn, signUp, somebody } from './people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
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
  const song = await insertMedia(db, { musicianId: id, title: 'Not yet out', published: false });
  const data = { name: 'Only for me', visibility: 'private', media: [song] };
  const made = await page.request.post('/api/playlists', { headers: HEADERS, data });
  expect(made.status(), await made.text()).toBe(200);
  return { id, playlist: `/playlists/${((await made.json()) as { id: string }).id}` };
}

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
  await db`delete from sessions where user_id = ${id}`;
  await page.getByRole('button', { name: 'Remove Not yet out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
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
  const listensTo = async (title: string) => {
    const song = await insertMedia(db, { musicianId: owner, title });
    const file = { key: 'media/x/y/song.m4a', type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 192_000 };
    await changeSource(db, song, { playback: db.json([{ ...file, width: null, height: null }]) });
    const data = { device: 'a phone', ids: [song], index: 0, at: 12, repeat: 'off', shuffle: null };
    const kept = await page.request.put('/api/player', { headers: HEADERS, data });
    expect(kept.status(), await kept.text()).toBe(200);
  };
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
