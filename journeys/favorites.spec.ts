import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { freshPage, musician, signIn, signUp } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const heart = (page: Page, title: string) => page.getByRole('main').getByRole('button', { name: `Favorite ${title}` });
const list = (page: Page) => page.getByRole('list', { name: 'Your Favorite Media' });
const titles = (page: Page) =>
  list(page)
    .getByRole('article')
    .getByRole('paragraph')
    .filter({ has: page.getByRole('link') });
const EMPTY = "You haven't added any media to your favorites yet.";
/** The favorites that a visitor's browser stores, as text. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('favorites'));

/** Creates a musician with songs of these titles. Returns the ids of the musician and the songs. */
async function withSongs(page: Page, names: readonly string[]): Promise<{ id: string; songs: string[] }> {
  const id = await musician(page);
  const songs: string[] = [];
  for (const title of names) songs.push(await insertMedia(db, { musicianId: id, title }));
  return { id, songs };
}

test('favorites that a visitor added in another tab are in the account after sign-in, too', async ({
  page,
  browser,
}) => {
  const names = ['Kettle', 'Ladle'];
  const { id } = await withSongs(await freshPage(browser), names);
  const person = await signUp(await freshPage(browser));
  await page.goto(`/${id}`);
  await heart(page, 'Kettle').click();
  await expect(heart(page, 'Kettle')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: /^Favorite/ })).toHaveCount(0);
  const other = await page.context().newPage();
  await other.goto(`/${id}`);
  await heart(other, 'Ladle').click();
  await expect(heart(other, 'Ladle')).toHaveAttribute('aria-pressed', 'true');
  await signIn(page, person);
  await expect.poll(() => kept(page)).toBe('[]');
  await page.goto('/favorites');
  await expect.poll(async () => (await titles(page).allTextContents()).toSorted()).toEqual(names);
});

test('J-03 a visitor’s three favorites are in the account after sign-in, also in a second browser', async ({
  page,
  browser,
}) => {
  const names = ['Kettle', 'Ladle', 'Mortar'];
  const { id } = await withSongs(await freshPage(browser), names);
  const person = await signUp(await freshPage(browser));
  const all = async (one: Page) =>
    expect.poll(async () => (await titles(one).allTextContents()).toSorted()).toEqual(names);

  await page.goto(`/${id}`);
  for (const name of names) {
    await heart(page, name).click();
    await expect(heart(page, name)).toHaveAttribute('aria-pressed', 'true');
  }
  await page.reload();
  for (const name of names) await expect(heart(page, name)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await all(page);

  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, person);
  await expect(page).toHaveURL(/\/favorites(\?|$)/);
  await expect.poll(() => kept(page)).toBe('[]');
  await all(page);

  const second = await freshPage(browser);
  await second.goto('/login');
  await signIn(second, person);
  await second.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await all(second);

  const visitor = await freshPage(browser);
  await visitor.goto('/favorites');
  await expect(visitor.getByText(EMPTY, { exact: true })).toBeVisible();
  await expect(titles(visitor)).toHaveCount(0);
});

test('J-07 adding a favorite in a genre after the session ended leads to the login, and back to that genre', async ({
  page,
  browser,
}) => {
  const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' and slug = 'metal'`;
  const musicianId = await musician(await freshPage(browser));
  await insertMedia(db, { musicianId, title: 'Cauldron', scores: [70, 70, 70], genreId: genre?.id ?? null });
  const person = await signUp(page);
  // Requests that the page makes on a timer or for live events would lead to the login as well. Block them, so that the
  // click is the first request to be refused.
  for (const calls of ['convos', 'notifications'])
    await page.route(`**/api/${calls}/unread`, (route) => route.fulfill({ json: { count: 0 } }));
  await page.route('**/api/player', (route) => route.fulfill({ json: { player: null } }));
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/genres/metal?seed=7');
  await expect(heart(page, 'Cauldron')).toHaveAttribute('aria-pressed', 'false');
  // End the session only when the click's request arrives: a page that learns about it earlier may leave the screen
  // before the button can be clicked.
  await page.route(
    '**/api/media/favorites/*',
    async (route) => {
      await db`delete from sessions where user_id = ${person.id}`;
      await route.continue();
    },
    { times: 1 },
  );
  await heart(page, 'Cauldron').click();
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
  await expect(page).toHaveURL('/genres/metal?seed=7');
  await heart(page, 'Cauldron').click();
  await expect(heart(page, 'Cauldron')).toHaveAttribute('aria-pressed', 'true');
});
