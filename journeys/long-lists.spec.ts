import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessibleNow } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { musician } from './people.ts';
import { unique } from './reviewing.ts';

const MANY = 520;
let db: Pool;
const owners: string[] = [];
const genres: string[] = [];
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(async () => {
  await db`delete from media where musician_id = any(${owners})`;
  await db`delete from categories where id = any(${genres})`;
  await db.end();
});

const list = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Well Done', exact: true });
const items = (page: Page) => list(page).getByRole('listitem');
const drawn = (page: Page) => list(page).getByRole('article');
const scrollTop = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** The address of the first card whose top is in sight, and where it stands. */
const firstInSight = (page: Page) =>
  drawn(page).evaluateAll((all) => {
    const one = all.find((card) => card.getBoundingClientRect().top >= 80);
    return {
      href: one?.querySelector('a')?.getAttribute('href') ?? '',
      top: Math.round(one?.getBoundingClientRect().top ?? 0),
    };
  });

/** Puts so many into the list. */
async function fill(page: Page, count: number): Promise<void> {
  const owner = await musician(page);
  owners.push(owner);
  for (let n = 0; n < count; n += 1)
    await insertMedia(db, { musicianId: owner, title: `Course ${n}`, scores: [75, 75, 75] });
}

const scrollUntil = (page: Page, count: number) =>
  expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return await items(page).count();
    })
    .toBeGreaterThanOrEqual(count);

test('GD-01 a long list draws what is near, and is where it was left when somebody comes back', async ({ page }) => {
  await fill(page, MANY);
  await page.goto('/well-done');
  await scrollUntil(page, MANY);
  // All have their place, few are drawn, and those are the ones in sight.
  await expect.poll(() => drawn(page).count()).toBeLessThan(200);
  // The last page may have come when the wheel had already turned.
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect(drawn(page).last()).toBeInViewport();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0);

  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }));
  await expect.poll(async () => (await firstInSight(page)).href).not.toBe('');
  const [before, place] = [await scrollTop(page), await firstInSight(page)];
  await page.locator(`main article a[href="${place.href}"]:not([aria-hidden])`).first().click();
  await expect(page).toHaveURL(new RegExp(`${place.href}$`));
  await page.goBack();
  await expect(page).toHaveURL(/well-done/);
  await expect.poll(() => scrollTop(page)).toBe(before);
  await expect.poll(() => firstInSight(page)).toEqual(place);
  await expect.poll(() => items(page).count()).toBeGreaterThanOrEqual(MANY);
  await expectAccessibleNow(page);

  // With the keyboard as far as one likes: what is next is there.
  const link = page.locator(`main article a[href="${place.href}"]:not([aria-hidden])`).first();
  await link.focus();
  for (let press = 0; press < 120; press += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true);
  await expect(page.locator(':focus')).toBeInViewport();
});

/** Puts some into the list, and goes down in it; returns where that is, and what is in sight there. */
async function deepInList(page: Page): Promise<{ before: number; place: { href: string; top: number } }> {
  const some = 60;
  await fill(page, some);
  await page.goto('/well-done');
  await scrollUntil(page, some);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.6, behavior: 'instant' }));
  await expect.poll(async () => (await firstInSight(page)).href).not.toBe('');
  return { before: await scrollTop(page), place: await firstInSight(page) };
}
const linkTo = (page: Page, { href }: { href: string }) =>
  page.locator(`main article a[href="${href}"]:not([aria-hidden])`).first();

test('a list that was left is where it was after two hours on another screen', async ({ page }) => {
  await page.clock.install();
  const { before, place } = await deepInList(page);
  const some = await items(page).count();
  await linkTo(page, place).click();
  await expect(page).toHaveURL(new RegExp(`${place.href}$`));
  await expect(page.getByRole('heading', { level: 1, name: /^Course/ })).toBeVisible();
  await page.clock.fastForward('02:00:00');
  // Nothing of it is asked for again.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goBack();
  await expect(page).toHaveURL(/well-done/);
  await expect.poll(() => scrollTop(page)).toBe(before);
  await expect.poll(() => firstInSight(page)).toEqual(place);
  await expect.poll(() => items(page).count()).toBeGreaterThanOrEqual(some);
  expect(asked.filter((url) => url.includes('cursor='))).toEqual([]);
});

test('GD-01 a list is where it was left when somebody comes back from a page that did not come', async ({ page }) => {
  const { before, place } = await deepInList(page);
  const came = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/media/${place.href.split('/').at(-1)}`), async (route) => {
    await came.promise;
    await route.abort();
  });
  await linkTo(page, place).dispatchEvent('click');
  // The way to it is shown, which is shorter than the list.
  await expect(page.getByText('Loading the page', { exact: true })).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBeLessThan(before);
  await page.goBack();
  await expect(page).toHaveURL(/well-done/);
  await expect.poll(() => scrollTop(page)).toBe(before);
  await expect.poll(() => firstInSight(page)).toEqual(place);
  came.resolve();
});

test('GD-01 the list of a genre is where it was left an hour ago', async ({ page }) => {
  const owner = await musician(page);
  owners.push(owner);
  const [id, slug] = [newId(), `long${unique()}`];
  await db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', ${slug}, ${slug}, 99)`;
  genres.push(id);
  for (let n = 0; n < 20; n += 1)
    await insertMedia(db, { musicianId: owner, title: `Course ${n}`, scores: [75, 75, 75], genreId: id });
  // A phone's, on which twenty are long.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.clock.install();
  await page.goto(`/genres/${slug}`);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(20);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.5, behavior: 'instant' }));
  const before = await scrollTop(page);
  expect(before).toBeGreaterThan(500);
  await page.locator('main article a:not([aria-hidden])').nth(10).dispatchEvent('click');
  await expect(page.getByRole('heading', { level: 1, name: /^Course/ })).toBeVisible();
  await page.clock.fastForward('01:00:00');
  await page.goBack();
  await expect(cards).toHaveCount(20);
  await expect.poll(() => scrollTop(page)).toBe(before);
});
