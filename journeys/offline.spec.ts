import { type Page, expect, test } from './testkit/test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { expectAccessible } from './testkit/accessible.ts';
import { musician } from './testkit/people.ts';

// Other journeys block service workers, because a service worker would bypass the requests that they intercept.
test.use({ serviceWorkers: 'allow' });

const worker = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.getRegistration().then((found) => found?.active?.state));

/**
 * Resolves once the browser has stored the offline page. The player registers the service worker for it, for a visitor
 * at the first mouse movement.
 */
async function ready(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await expect.poll(() => worker(page)).toBe('activated');
}

test('without a connection, the offline page is shown, and the page loads when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await worker(page)).toBeUndefined();
  await ready(page);
  await context.setOffline(true);
  await page.goto('/genres');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveTitle('No connection | Scoville');
  await expect(page).toHaveURL('/genres');
  // The offline page is stored together with its style and logo.
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveCSS('min-height', '44px');
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/genres');
});

test('a list that fails to load offline shows an error, and loads automatically when the connection is back', async ({
  page,
  context,
}) => {
  const db = openDatabase();
  const genres = await db<{ name: string; id: string }[]>`
    select name, id from categories where kind = 'genre' order by position limit 2`;
  const title = 'Back on Air';
  const owner = await musician(page);
  await insertMedia(db, { musicianId: owner, title, scores: [94, 93, 95], genreId: genres[1]!.id });
  await db.end();
  const open = (place: 0 | 1) => page.getByRole('link', { name: `${genres[place]!.name} Genre` }).click();
  await page.goto('/genres');
  await open(0);
  await expect(page.getByRole('heading', { level: 1, name: genres[0]!.name })).toBeVisible();
  await page.goBack();
  await context.setOffline(true);
  await open(1);
  const failure = page.getByRole('alert').filter({ hasText: 'No connection. Check your network and try again.' });
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  await expect(failure).toHaveCount(0);

  // The same in a part of a screen.
  await page.goto('/account/media');
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Filter', { exact: true }).fill('Air');
  await expect(failure.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('main').getByRole('link', { name: title, exact: true })).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('the browser stores the offline page only: no other page, no API response, no song', async ({ page }) => {
  const db = openDatabase();
  const owner = await musician(page);
  await insertMedia(db, { musicianId: owner, title: 'Not kept', published: true });
  await db.end();
  await page.goto('/');
  await ready(page);
  for (const path of ['/genres', '/account/media', '/browse']) await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.toSorted()).toEqual(['/logo.svg', '/offline.css', '/offline.html', '/offline.js']);
  // The server answers a range request, not the stored file.
  const range = await page.evaluate(async () => {
    const answer = await fetch('/logo.svg', { headers: { range: 'bytes=0-9' } });
    return answer.status;
  });
  expect([200, 206]).toContain(range);
});

test('the app can be installed: the manifest’s icons exist in their sizes, and both theme colours are set', async ({
  page,
  request,
}) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await request.get(href ?? '')).json()) as {
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  for (const size of [192, 512]) expect(manifest.icons.map(({ sizes }) => sizes)).toContain(`${size}x${size}`);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes, type } of manifest.icons) {
    const natural = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect((await request.get(src)).headers()['content-type']).toContain(type);
    if (sizes !== 'any') expect([src, natural]).toEqual([src, sizes]);
  }
  const colours = page.locator('meta[name="theme-color"]');
  await expect(colours).toHaveCount(2);
  for (const [path, type] of [
    ['/icons/180.png', 'image/png'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/favicon.ico', 'image/x-icon'],
  ] as const)
    expect((await request.get(path)).headers()['content-type']).toBe(type);
});
