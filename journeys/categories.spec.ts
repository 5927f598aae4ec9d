import { type Page, expect, test } from './test.ts';
import { image } from '../fixtures/files.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { expectAccessibleNow } from './accessible.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { asAdministrator, beVisitor, musician } from './people.ts';
import { toast } from './reviewing.ts';
import { pickUp } from './sorting.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(async () => {
  await db`delete from media where genre_id = ${rocksteady}`;
  await db`delete from categories where id = ${rocksteady}`;
  await db.end();
});

/** A genre of this file's own: every other may hold what other journeys left. */
const rocksteady = newId();

const names = (page: Page) => page.getByRole('list', { name: 'Moods' }).getByRole('link');
const order = (page: Page) =>
  names(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split('/').pop() ?? ''));

test('GM-12 administrators put moods in order, and everybody sees them so', async ({ page }) => {
  await asAdministrator(page);
  await page.goto('/moods');
  const handle = page.getByRole('button', { name: 'Move Dusk' });
  await expect(handle).toBeVisible();
  await expectAccessibleNow(page);
  const before = await order(page);
  expect(before[0]).toBe('dusk');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/moods/positions') && answer.ok());
  await pickUp(handle, page.getByText(`Dusk is in position 1 of ${before.length}.`));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`Dusk is in position 2 of ${before.length}.`)).toBeAttached();
  await page.keyboard.press('Space');
  await saved;
  const after = [before[1], before[0], ...before.slice(2)];
  await expect.poll(() => order(page)).toEqual(after);
  await beVisitor(page);
  await page.goto('/moods');
  await expect(names(page).first()).toBeVisible();
  expect(await order(page)).toEqual(after);
  await expect(page.getByRole('button', { name: 'Move Dusk' })).toHaveCount(0);
  // Other journeys know the order of a new installation.
  await db`update categories set position = array_position(${before}::text[], slug) where kind = 'mood'`;
});

test('GM-11 administrators change the picture of a genre, which is there in two sizes', async ({ page }) => {
  await page.goto('/genres/ambient');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ambient');
  await expect(page.getByRole('button', { name: 'Change Image' })).toHaveCount(0);
  await asAdministrator(page);
  await page.goto('/genres/ambient');
  await page.getByRole('button', { name: 'Change Image' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Image' });
  await dialog.locator('input[type=file]').setInputFiles(await image({ width: 900, height: 800, format: 'png' }));
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  const picture = page.getByRole('main').locator('header img');
  await expect(picture).toHaveAttribute('src', /^\/images\/genre\/[0-9a-f-]+\/\d+\/700\.jpg$/);
  const src = (await picture.getAttribute('src')) ?? '';
  for (const size of [700, 200]) {
    const width = await page.evaluate(
      async (address) => {
        const shown = new Image();
        shown.src = address;
        await shown.decode();
        return shown.naturalWidth;
      },
      src.replace('700.jpg', `${size}.jpg`),
    );
    expect(width).toBe(size);
  }
  await beVisitor(page);
  await page.goto('/genres');
  await expect(page.locator(`img[src="${src}"]`)).toBeVisible();
});

test('a genre or a mood that does not exist says so, and leads to those that do', async ({ page }) => {
  for (const [kind, all] of [
    ['genre', 'Genres'],
    ['mood', 'Moods'],
  ] as const) {
    await page.goto(`/${kind}s/no-such-${kind}`);
    await expect(page.getByText(`This ${kind} was not found.`, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Not found | Scoville');
    await page.getByRole('link', { name: `All ${kind}s`, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: all })).toBeVisible();
  }
});

test('GM-03 GM-10 administrators put the media of a genre in order, and it stays', async ({ page }) => {
  const musicianId = await musician(page);
  const genreId = rocksteady;
  await db`insert into categories (id, kind, name, slug, position) values (${genreId}, 'genre', 'Rocksteady', 'rocksteady', 99)`;
  for (const title of ['Third', 'Second', 'First'])
    await insertMedia(db, { musicianId, title: `Rocksteady ${title}`, scores: [70, 70, 70], genreId });
  await asAdministrator(page);
  await page.goto('/genres/rocksteady');
  const handle = page.getByRole('button', { name: 'Move Rocksteady First' });
  await expect(handle).toBeVisible();
  await expectAccessibleNow(page);
  const saved = () => page.waitForResponse((answer) => answer.url().includes('/api/media/positions/') && answer.ok());
  const forward = async (title: string, from: number, of: number) => {
    await pickUp(
      page.getByRole('button', { name: `Move Rocksteady ${title}` }),
      page.getByText(`Rocksteady ${title} is in position ${from} of ${of}.`),
    );
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText(`Rocksteady ${title} is in position ${from + 1} of ${of}.`)).toBeAttached();
    const done = saved();
    await page.keyboard.press('Space');
    await done;
  };
  await forward('First', 1, 3);
  const titles = page.getByRole('list', { name: 'Rocksteady' }).getByRole('article').locator('p a[title]');
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady First', 'Rocksteady Third']);
  // Left and come back to, it is as it was saved, and the next move begins with that.
  await page.getByRole('navigation').getByRole('link', { name: 'Genres' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Genres' })).toBeVisible();
  await page.goBack();
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady First', 'Rocksteady Third']);
  await forward('First', 2, 3);
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady Third', 'Rocksteady First']);
  await page.reload();
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady Third', 'Rocksteady First']);
  // Songs alone are moved behind one another, and the video stays where it is for all.
  await insertMedia(db, { musicianId, title: 'Rocksteady Film', type: 'video', scores: [70, 70, 70], genreId });
  await page.goto(`/genres/rocksteady?facets=${encodeURIComponent(JSON.stringify({ videos: false }))}`);
  await forward('Third', 2, 3);
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady First', 'Rocksteady Third']);
  // What is near a place has no order of its own, and says so.
  await page.goto(`/genres/rocksteady?location=Memphis, TN`);
  await expect(page.getByRole('heading', { level: 1, name: 'Rocksteady' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
  await beVisitor(page);
  await page.goto('/genres/rocksteady?seed=0');
  await expect(titles).toHaveText(['Rocksteady Second', 'Rocksteady First', 'Rocksteady Third', 'Rocksteady Film']);
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0);
  // About 200 miles from Nashville.
  await db`update users set city = 'Memphis', state = 'TN', latitude = 35.14953, longitude = -90.04898 where id = ${musicianId}`;
  await page.goto('/genres/rocksteady?location=Nashville, TN&distance=100');
  await expect(page.getByText('Nothing matches this filter.', { exact: true })).toBeVisible();
  await page.goto('/genres/rocksteady?location=Nashville, TN&distance=250');
  await expect(titles).toHaveCount(4);
});
