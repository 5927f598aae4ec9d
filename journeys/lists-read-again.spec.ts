import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, musician } from './people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const LATER = '00:00:35';
/** Elsewhere, by a link. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Moods' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Moods' })).toBeVisible();
}

test('a list that is gone to anew shows what was added since', async ({ page }) => {
  const musicianId = await musician(page);
  const songs: string[] = [];
  for (const title of ['Kettle', 'Ladle']) songs.push(await insertMedia(db, { musicianId, title }));
  const data = { name: 'Supper', media: [songs[0]] };
  const made = await page.request.post('/api/playlists', { headers: HEADERS, data });
  expect(made.status(), await made.text()).toBe(200);
  const { id } = (await made.json()) as { id: string };

  await page.clock.install();
  await page.goto('/playlists');
  const card = page.getByRole('list', { name: 'Your playlists' }).getByRole('link');
  const rows = page.getByRole('list', { name: 'Songs and videos of Supper' }).getByRole('article');
  await card.click();
  await expect(rows).toHaveCount(1);
  await leave(page);
  const added = await page.request.post(`/api/playlists/${id}/media`, { headers: HEADERS, data: { ids: [songs[1]] } });
  expect(added.status(), await added.text()).toBe(200);
  await page.clock.fastForward(LATER);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Playlists' }).click();
  await card.click();
  await expect(rows).toHaveCount(2);

  // Back as well, where it is one call.
  await leave(page);
  const taken = await page.request.delete(`/api/playlists/${id}/media/${songs[0]}`, { headers: HEADERS });
  expect(taken.status(), await taken.text()).toBe(200);
  await page.clock.fastForward(LATER);
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Ladle');
});

test('a search that is made again finds what was published since', async ({ page }) => {
  const word = `zu${newId().replaceAll(/[^a-z]/g, '')}lo`;
  const musicianId = await musician(page);
  await page.clock.install();
  await page.goto(`/search?q=${word}`);
  await expect(page.getByText(`Your query “${word}” did not return any results.`)).toBeVisible();
  await leave(page);
  await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await page.clock.fastForward(LATER);
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill(word);
  await box.press('Enter');
  await expect(page.getByRole('list', { name: `Results for: ${word}`, exact: true }).getByRole('article')).toHaveCount(
    1,
  );
});

test('a long list that is gone to anew begins at its first page, and goes on from there', async ({ page }) => {
  const word = `zu${newId().replaceAll(/[^a-z]/g, '')}lo`;
  const musicianId = await musician(page);
  for (let n = 0; n < 45; n += 1) await insertMedia(db, { musicianId, title: `Song ${n} of ${word}` });
  await page.clock.install();
  await page.goto(`/search?q=${word}`);
  const items = page.getByRole('list', { name: `Results for: ${word}`, exact: true }).getByRole('listitem');
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return await items.count();
    })
    .toBe(45);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  let asked: string[] = [];
  await page.route(
    ({ pathname }) => pathname === '/api/media',
    async (route) => {
      const url = route.request().url();
      asked.push(url);
      // Drawn as it was until then: where its end is near that, its next page is wanted already.
      if (!url.includes('cursor='))
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return route.continue();
    },
  );
  const again = async () => {
    await insertMedia(db, { musicianId, title: `New song of ${word}` });
    await page.clock.fastForward(LATER);
    asked = [];
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.fill(word);
    await box.press('Enter');
  };
  await leave(page);
  // A window that is higher than a page of it.
  await page.setViewportSize({ width: 1440, height: 2000 });
  await again();
  await expect(page.getByText('46 results.')).toBeVisible();
  await expect.poll(() => items.count()).toBeGreaterThan(20);
  expect(asked.map((url) => url.includes('cursor=')).slice(0, 2)).toEqual([false, true]);

  await leave(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await again();
  await expect(page.getByText('47 results.')).toBeVisible();
  await expect(items).toHaveCount(20);
  expect(asked).toHaveLength(1);
});
