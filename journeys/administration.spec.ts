import { type Locator, type Page, expect, test } from '@playwright/test';
import type { Pool } from '../server/db/connection.ts';
import { insertMedia, setStatus } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { expectAccessible } from './accessible.ts';
import { asAdministrator, enter, freshPage, musician, signUp, somebody } from './people.ts';
import { lastError, rowOf, toast, unique } from './reviewing.ts';
import { mediaOf } from './uploading.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
const bulk = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Selected media' }).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

/** A musician with so many media under one word, newest last; returns their ids. The page is the administrator's then. */
async function shelf(page: Page, count: number, more: Partial<Parameters<typeof insertMedia>[1]> = {}) {
  const owner = await musician(page);
  const word = `Shelf ${unique()}`;
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1)
    ids.push(await insertMedia(db, { musicianId: owner, title: `${word} ${n}`, published: false, ...more }));
  await asAdministrator(page);
  await page.goto(`/admin/media?q=${encodeURIComponent(word)}`);
  await expect(rows(page)).toHaveCount(Math.min(10, count));
  return { word, ids };
}
const tick = async (page: Page, word: string, ...numbers: number[]) => {
  for (const n of numbers) await page.getByLabel(`Select ${word} ${n}`, { exact: true }).check();
};

test('RT-32 RT-33 RT-34 the tables are for administrators', async ({ page }) => {
  for (const path of ['/admin/media', '/admin/users', '/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
  await signUp(page);
  await page.goto('/admin/media');
  await expect(page).toHaveURL('/login');
  await asAdministrator(page);
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/media');
  await expect(page.getByRole('heading', { name: 'Administer Media' })).toBeVisible();
  await expect(page).toHaveTitle('Administer Media | Scoville');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Administer Users' })).toBeVisible();
  await expect(page).toHaveTitle('Administer Users | Scoville');
  await expectAccessible(page);
});

test('ADM-16 the account menu leads administrators, and nobody else, to their tables and what machines lack', async ({
  page,
}) => {
  const menu = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    // The menu's code comes by itself: nothing is missing from it before it is there.
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    return page.getByRole('menuitem', { name: 'Admin', exact: true });
  };
  await signUp(page);
  await expect(await menu()).toHaveCount(0);
  await asAdministrator(page);
  await db`
    insert into notice (machine, name, text) values ('kitchen', 'ffmpeg-old', 'ffmpeg 5.1 has known vulnerabilities.')
    on conflict (machine, name) do nothing`;
  await (await menu()).click();
  await expect(page).toHaveURL('/admin/media');
  const notices = page.getByRole('complementary', { name: 'Notices' });
  await expect(notices.getByText('ffmpeg 5.1 has known vulnerabilities.', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('ADM-01 ADM-03 J-22 media in a table of ten to a page, with its columns, search and filters', async ({ page }) => {
  const { word, ids } = await shelf(page, 12);
  for (const column of ['Title', 'Name', 'Genre', 'Mood', 'Published', 'Curation', 'Rejected'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  const newest = rowOf(page, ids[11] ?? '');
  await expect(newest.getByRole('checkbox')).toBeVisible();
  await expect(newest.locator('img')).toBeVisible();
  await expect(newest.getByRole('cell').nth(3)).toHaveText('Juno Reyes');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await expect(page.getByText('No media matches this.')).toBeVisible();
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await page.getByLabel('Search by title').fill(`${word} 12`);
  await expect(rows(page)).toHaveCount(1);
});

test('ADM-06 ADM-07 ADM-08 ADM-09 ADM-14 ME-26 J-22 several media at once, with counts when one fails', async ({
  page,
}) => {
  const { word, ids } = await shelf(page, 4);
  await setStatus(db, ids[3] ?? '', 'transcoding');
  await page.reload();
  await tick(page, word, 1, 2, 3, 4);
  await page.route(`**/api/media/${ids[1]}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await bulk(page, 'Publish').click();
  await expect(toast(page, 'Published 2 media.')).toBeVisible();
  await expect(toast(page, 'Failed to publish 1 of 3 media.')).toBeVisible();
  await expect(toast(page, '1 of 4 left unchanged: this does not apply to them.')).toBeVisible();
  await page.unroute(`**/api/media/${ids[1]}`);
  const publishedNow = async () => Promise.all(ids.map(async (id) => (await mediaOf(page, id))['published']));
  expect(await publishedNow()).toEqual([true, false, true, false]);

  await bulk(page, 'Allow Curation').click();
  await expect(toast(page, 'Allowed curation of 3 media.')).toBeVisible();
  await expect(rowOf(page, ids[1] ?? '').getByText('Under review', { exact: true })).toBeVisible();

  await bulk(page, 'Curate').click();
  for (const name of ['Storytelling', 'Execution', 'Thumbnail art'])
    await dialog(page).getByRole('slider', { name }).fill('75');
  await dialog(page).getByRole('button', { name: 'Curate' }).click();
  await expect(toast(page, 'Curated 3 media.')).toBeVisible();
  await expect(rowOf(page, ids[0] ?? '').getByText('Score 75, WELL DONE', { exact: true })).toBeAttached();

  await bulk(page, 'Genre and mood').click();
  await dialog(page).getByLabel('Genre').selectOption('Soul');
  await dialog(page).getByLabel('Mood').selectOption('Dusk');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(toast(page, 'Updated 3 media.')).toBeVisible();
  for (const id of ids.slice(0, 3))
    expect(await mediaOf(page, id)).toMatchObject({ curatedGenre: { slug: 'soul' }, curatedMood: { slug: 'dusk' } });
  expect(await mediaOf(page, ids[3] ?? '')).toMatchObject({ curatedGenre: null, curatedMood: null });

  await bulk(page, 'Unpublish').click();
  await expect(toast(page, 'Unpublished 3 media.')).toBeVisible();
  expect(await publishedNow()).toEqual([false, false, false, false]);
});

test('ADM-10 J-22 deleting asks first, for one and for several', async ({ page }) => {
  const { word, ids } = await shelf(page, 4);
  await tick(page, word, 1, 2, 3);
  await bulk(page, 'Delete').click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(rows(page)).toHaveCount(4);
  await bulk(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Removed 3 media.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Actions for ${word} 4` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No media matches this.')).toBeVisible();
  expect((await page.request.get(`/api/media/${ids[3]}`)).status()).toBe(404);
});

test('ER-15 ER-16 ER-17 ER-20 ER-23 what fails says what failed', async ({ page }) => {
  const { word, ids } = await shelf(page, 2);
  const [first = '', second = ''] = ids;
  await db`update media set published = true, published_at = now() where id = ${second}`;
  await page.reload();
  await page.route('**/api/media/*', (route) => {
    const method = route.request().method();
    if (method === 'GET') return route.continue();
    return route.fulfill({ status: 500, body: method === 'DELETE' ? 'the shelf is locked' : '' });
  });
  const choose = async (n: number, item: string) => {
    await page.getByRole('button', { name: `Actions for ${word} ${n}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose(1, 'Publish');
  await expect(lastError(page)).toHaveText('Failed to publish media.');
  await choose(2, 'Unpublish');
  await expect(lastError(page)).toHaveText('Failed to unpublish media.');
  await choose(2, 'Allow Curation');
  await expect(lastError(page)).toHaveText('Failed to update media.');
  await choose(1, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(lastError(page)).toHaveText('Error removing media: the shelf is locked');
  // What failed stays until it is put away, and still no row stays covered: the page can be scrolled out from under it.
  await expect(page.locator('[data-toast=error]')).toHaveCount(4);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const bottom = async (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);
  const messages = await page
    .locator('[data-toast=error]')
    .first()
    .evaluate((one) => one.getBoundingClientRect().top);
  expect(await bottom(page.getByRole('contentinfo'))).toBeLessThanOrEqual(messages);
  await tick(page, word, 1, 2);
  await bulk(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(lastError(page)).toHaveText('Failed to remove 2 of 2 media.');
  expect((await mediaOf(page, first))['published']).toBe(false);
});

test('ADM-02 ADM-04 ER-21 J-22 a user becomes an administrator and a user again', async ({ page, browser }) => {
  const person = somebody('Ursel', `Z${unique()}`);
  await signUp(page, person);
  const name = `${person.firstName} ${person.lastName}`;
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto('/admin/users');
  for (const column of ['Name', 'Role'])
    await expect(desk.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await desk.getByLabel('Search by name or email').fill(person.email);
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk).getByRole('checkbox')).toBeVisible();
  const choose = async (item: string, confirm: boolean) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click();
    await desk.getByRole('menuitem', { name: item }).click();
    if (confirm) await dialog(desk).getByRole('button', { name: item }).click();
  };
  await choose('Make administrator', true);
  await expect(toast(desk, `${name} is an administrator now.`)).toBeVisible();
  await expect(rows(desk).getByText('admin', { exact: true })).toBeVisible();
  await enter(page, person);
  await page.goto('/admin/media');
  await expect(page.getByRole('heading', { name: 'Administer Media' })).toBeVisible();

  await choose('Remove administrator role', true);
  await expect(toast(desk, `${name} is no longer an administrator.`)).toBeVisible();
  await page.goto('/admin/media');
  await expect(page).toHaveURL('/login');

  await choose('Certify as reviewer', false);
  await expect(rows(desk).getByText('certified reviewer', { exact: true })).toBeVisible();
  await desk.route('**/api/users/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'No hands free.' } })
      : route.continue(),
  );
  await choose('Make administrator', true);
  await expect(lastError(desk)).toHaveText('Error updating user: No hands free.');
  await desk.context().close();
});
