import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, fillSignUp, freshPage, ledOn, musician, signIn, signUp, somebody } from './people.ts';

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
/** What a visitor's browser keeps, as it is stored. */
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('favorites'));

/** A musician's songs of some titles; returns the musician's id and theirs. */
async function withSongs(page: Page, names: readonly string[]): Promise<{ id: string; songs: string[] }> {
  const id = await musician(page);
  const songs: string[] = [];
  for (const title of names) songs.push(await insertMedia(db, { musicianId: id, title }));
  return { id, songs };
}

test('RT-38 FV-02 FV-06 FV-07 EM-04 a visitor’s favorites stay in the browser', async ({ page, browser }) => {
  const { id } = await withSongs(await freshPage(browser), ['Kettle', 'Ladle']);
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Favorite Media', exact: true })).toBeVisible();
  await expect(page.getByText(EMPTY, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/favorites\?seed=\d+$/);
  await expectAccessible(page);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`/${id}`);
  await expect(heart(page, 'Kettle')).toHaveAttribute('aria-pressed', 'false');
  await heart(page, 'Kettle').focus();
  await page.keyboard.press('Enter');
  await expect(heart(page, 'Kettle')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(heart(page, 'Kettle')).toHaveAttribute('aria-pressed', 'true');
  await expect(heart(page, 'Ladle')).toHaveAttribute('aria-pressed', 'false');
  expect(asked.filter((call) => call.includes('favorites'))).toEqual([]);
  const elsewhere = await freshPage(browser);
  await elsewhere.goto(`/${id}`);
  await expect(heart(elsewhere, 'Kettle')).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await expect(titles(page)).toHaveText(['Kettle']);
  await expectAccessible(page);
  await heart(page, 'Kettle').click();
  await expect.poll(() => kept(page)).toBe('[]');
  await page.reload();
  await expect(page.getByText(EMPTY, { exact: true })).toBeVisible();
});

test('what a visitor chose is in the account after signing up or in; a call that fails loses nothing', async ({
  page,
  browser,
}) => {
  const { id, songs } = await withSongs(await freshPage(browser), ['Kettle', 'Ladle']);
  await page.goto(`/${id}`);
  await heart(page, 'Kettle').click();
  await expect.poll(() => kept(page)).toBe(JSON.stringify([songs[0]]));
  await page.route('**/api/media/favorites/', (route) => route.abort());
  await page.goto('/signup');
  const person = somebody();
  await fillSignUp(page, person);
  await page.getByRole('main').getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText(
      'The favorites in this browser could not be added to your account yet. They will be added on your next visit.',
    ),
  ).toBeVisible();
  expect(await kept(page)).toBe(JSON.stringify([songs[0]]));
  await ledOn(page);
  await page.unroute('**/api/media/favorites/');
  await page.goto('/favorites');
  await expect(titles(page)).toHaveText(['Kettle']);
  await expect.poll(() => kept(page)).toBe('[]');

  await page.goto('/logout');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto(`/${id}`);
  await expect(heart(page, 'Kettle')).toHaveAttribute('aria-pressed', 'false');
  await heart(page, 'Ladle').click();
  await expect.poll(() => kept(page)).toBe(JSON.stringify([songs[1]]));
  await page.goto('/login');
  await signIn(page, person);
  await expect(page).toHaveURL(`/${id}`);
  await expect.poll(() => kept(page)).toBe('[]');
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click();
  await expect(titles(page)).toHaveCount(2);
});

test('what a visitor chose in another tab is in the account, too, whatever this one showed meanwhile', async ({
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

test('J-03 three favorites of a visitor are on the account after signing in, and in a second browser', async ({
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

test('FV-03 FV-04 a heart is filled at once, by its call, and empty again when that fails', async ({
  page,
  browser,
}) => {
  const maker = await freshPage(browser);
  const { id, songs } = await withSongs(maker, ['Skillet']);
  const [song = ''] = songs;
  await signUp(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes('/favorites/')) calls.push(`${request.method()} ${pathname}`);
  });
  await page.goto(`/${id}/${song}`);
  const count = page.getByRole('definition').nth(1);
  await expect(count).toHaveText('0');
  await heart(page, 'Skillet').click();
  await expect(heart(page, 'Skillet')).toHaveAttribute('aria-pressed', 'true');
  await expect(count).toHaveText('1');
  const address = `/api/media/favorites/${song}`;
  await expect.poll(() => calls).toEqual([`POST ${address}`]);
  const again = await page.request.post(`/api/media/favorites/${song}`, { headers: HEADERS });
  expect(await again.json()).toEqual({ id: song, isFavorite: true, rememberCount: 1 });
  await maker.goto(`/account/media/edit/${song}`);
  const stats = maker.getByRole('region', { name: 'Stats' }).getByRole('definition');
  await expect(stats.nth(4)).toHaveText('1');

  await page.reload();
  await page.route('**/api/media/favorites/*', (route) =>
    route.fulfill({ status: 500, json: { message: 'The kitchen is closed.', errors: [] } }),
  );
  await expect(heart(page, 'Skillet')).toHaveAttribute('aria-pressed', 'true');
  await heart(page, 'Skillet').click();
  await expect(page.getByText('The kitchen is closed.')).toBeVisible();
  await expect(heart(page, 'Skillet')).toHaveAttribute('aria-pressed', 'true');
  await expect(count).toHaveText('1');
  await page.unroute('**/api/media/favorites/*');
  const taken = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await heart(page, 'Skillet').click();
  await expect(count).toHaveText('0');
  expect((await taken).status()).toBe(200);
  await expect.poll(() => calls).toEqual([`POST ${address}`, `DELETE ${address}`, `DELETE ${address}`]);
  await maker.reload();
  await expect(stats.nth(4)).toHaveText('0');
});

test('FV-05 the list has an order of its own at each visit, and grows as one scrolls', async ({ page, browser }) => {
  const names = Array.from({ length: 45 }, (_, n) => `Spoon ${n}`);
  const { songs: ids } = await withSongs(await freshPage(browser), names);
  await signUp(page);
  expect((await page.request.post('/api/media/favorites/', { headers: HEADERS, data: { ids } })).status()).toBe(200);
  const walk = async () => {
    await page.goto('/favorites');
    await expect(titles(page).first()).toBeVisible();
    // A page of it at first.
    await expect.poll(() => titles(page).count()).toBeLessThan(45);
    await expect(async () => {
      await titles(page).last().scrollIntoViewIfNeeded();
      await expect(titles(page)).toHaveCount(45, { timeout: 1000 });
    }).toPass();
    return titles(page).allTextContents();
  };
  const first = await walk();
  expect(first.toSorted()).toEqual(names.toSorted());
  const second = await walk();
  expect(second.toSorted()).toEqual(names.toSorted());
  expect(second).not.toEqual(first);
});

test('J-07 a favorite at a genre after the session ended leads to the login, and back to that genre', async ({
  page,
  browser,
}) => {
  const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' and slug = 'metal'`;
  const musicianId = await musician(await freshPage(browser));
  await insertMedia(db, { musicianId, title: 'Cauldron', scores: [70, 70, 70], genreId: genre?.id ?? null });
  const person = await signUp(page);
  // What asks by itself, in time or when the live events come, leads to the login as well; here a click does.
  for (const calls of ['convos', 'notifications'])
    await page.route(`**/api/${calls}/unread`, (route) => route.fulfill({ json: { count: 0 } }));
  await page.route('**/api/player', (route) => route.fulfill({ json: { player: null } }));
  await page.route('**/api/events', (route) => route.abort());
  await page.goto('/genres/metal?seed=7');
  await expect(heart(page, 'Cauldron')).toHaveAttribute('aria-pressed', 'false');
  // It ends behind the press: once it has, the page may leave before it can be pressed.
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
