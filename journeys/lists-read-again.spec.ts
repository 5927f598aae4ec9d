import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { musician } from './people.ts';

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
