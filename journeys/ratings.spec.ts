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

const stars = (page: Page) => page.getByRole('main').getByRole('radiogroup', { name: 'Your rating' });
const star = (page: Page, name: string) => stars(page).getByRole('radio', { name, exact: true });
const average = (page: Page, rating: string) =>
  expect(page.getByRole('main').getByText(`Average rating: ${rating} of 5 stars`)).toBeAttached();

test('J-16 FV-09 FV-10 FV-11 listeners rate a song, and its average changes everywhere; a visitor is led to the login', async ({
  page,
  browser,
}) => {
  const owner = await freshPage(browser);
  const id = await musician(owner);
  const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' and slug = 'classical'`;
  const song = await insertMedia(db, {
    musicianId: id,
    title: 'Ladle Sonata',
    scores: [80, 80, 80],
    genreId: genre?.id ?? null,
  });
  const path = `/${id}/${song}`;
  await owner.goto(path);
  await expect(owner.getByText('Not rated yet')).toBeVisible();
  await expect(stars(owner)).toHaveCount(0);

  // The keyboard's arrow keys choose a rating.
  const first = await signUp(page);
  await page.goto(path);
  await star(page, '1 star').focus();
  for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowRight');
  await expect(star(page, '4 stars')).toBeChecked();
  await average(page, '4.0');
  await expect(page.getByRole('main').getByText('1 rating', { exact: true })).toBeVisible();

  const second = await freshPage(browser);
  await signUp(second);
  await second.goto(path);
  await star(second, '2 stars').click({ force: true });
  await average(second, '3.0');
  await expect(second.getByRole('main').getByText('2 ratings', { exact: true })).toBeVisible();
  await star(page, '5 stars').click({ force: true });
  await average(page, '3.5');
  await page.reload();
  await expect(star(page, '5 stars')).toBeChecked();
  for (const shown of [`/${id}`, '/genres/classical', path]) {
    await owner.goto(shown);
    await average(owner, '3.5');
  }

  // A refused rating is undone, and a removed rating no longer counts.
  await page.route('**/api/media/rate/*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'The scales are broken.', errors: [] } })
      : route.continue(),
  );
  await star(page, '1 star').click({ force: true });
  await expect(page.getByText('The scales are broken.')).toBeVisible();
  await expect(star(page, '5 stars')).toBeChecked();
  await page.unroute('**/api/media/rate/*');
  await page.getByRole('button', { name: 'Remove your rating' }).click();
  await average(page, '2.0');
  await expect(stars(page).getByRole('radio', { checked: true })).toHaveCount(0);

  const visitor = await freshPage(browser);
  await visitor.goto(path);
  await average(visitor, '2.0');
  await star(visitor, '3 stars').click({ force: true });
  await expect(visitor).toHaveURL(/\/login$/);
  await signIn(visitor, first);
  await expect(visitor).toHaveURL(path);
  await average(visitor, '2.0');
});
