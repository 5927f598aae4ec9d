import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { freshPage, musician } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const genreId = async (slug: string) =>
  (await db<{ id: string }[]>`select id from categories where slug = ${slug} and kind = 'genre'`)[0]?.id ?? null;
const card = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Recommendations based on your latest music choices' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

test('a visitor gets recommendations based on the favorites and plays of this browser, with the reasons', async ({
  page,
  browser,
}) => {
  const [first, second] = [await freshPage(browser), await freshPage(browser)];
  const chosen = await musician(first);
  const owner = await musician(second);
  const classical = await genreId('classical');
  await insertMedia(db, { musicianId: chosen, title: 'Chosen Kettle', genreId: classical });
  const like = await insertMedia(db, { musicianId: owner, title: 'Like a Kettle', genreId: classical });

  await page.goto(`/${chosen}`);
  const heart = page.getByRole('main').getByRole('button', { name: 'Favorite Chosen Kettle' });
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/browse/media'),
  );
  const told = page.waitForResponse((response) => response.url().endsWith('/api/showings'));
  await page.goto('/browse');
  await expect(card(page, 'Like a Kettle')).toContainText('Because you favorited Chosen Kettle');
  expect((await asked).postDataJSON()).toMatchObject({ history: { played: [], favorited: [expect.any(String)] } });
  expect((await told).status()).toBe(200);

  // Plays are remembered in this browser, and count for the recommendations from then on.
  const { owner: listenedTo, songs } = await listening();
  await page.goto(`/${listenedTo}/${songs[0]}`);
  const played = page.waitForResponse((response) => response.request().postData()?.includes('play-media') === true);
  await page.getByRole('main').getByRole('button', { name: /^Play/ }).first().click();
  await played;
  await expect.poll(() => page.evaluate(() => localStorage.getItem('played'))).toContain(songs[0]);
  await page.goto('/browse');
  const cards = page.getByRole('list', { name: /^Recommendations/ }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Because you played Cast Iron Heart' }).first()).toBeVisible();

  // The song's musician sees that it was shown.
  const shown = async () =>
    (await (await second.request.get('/api/mediaStats')).json()).audience.showings as { id: string; browse: number }[];
  await expect.poll(async () => (await shown()).find(({ id }) => id === like)?.browse).toBeGreaterThan(0);
  await second.goto('/');
  await second.getByRole('banner').getByRole('button', { name: 'Stats' }).click();
  const table = second.getByRole('table', { name: 'Where your songs and videos were recommended' });
  await expect(table.getByRole('row').filter({ hasText: 'Like a Kettle' })).toHaveText(/^Like a Kettle\d+0$/);
});
