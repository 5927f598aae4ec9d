import { type Page, expect, test } from '../testkit/test.ts';
import { image } from '../../fixtures/files.ts';
import type { Pool } from '../../server/platform/db/connection.ts';
import { made, setAds, withoutAds } from '../testkit/ad-making.ts';
import { openDatabase } from '../testkit/catalogue.ts';
import { bar, beginAlbum, element, run, titled } from '../testkit/joined-album.ts';
import { HEARD, LISTEN, cutSignal, measure } from '../testkit/joint.ts';

// The page's sound is recorded by a script of this file, which the Content-Security-Policy would block.
test.use({ bypassCSP: true });

let db: Pool;
const cut = cutSignal();
test.beforeAll(async () => {
  db = openDatabase();
  const poster = await image({ width: 900, height: 400, format: 'png' });
  for (const title of ['One', 'Two', 'Three']) await made(poster, { title, displayLength: '4' });
});
test.afterAll(async () => {
  await withoutAds(db);
  await db.end();
});

const ad = (page: Page) => page.getByRole('region', { name: 'Advertisement' });

test('an ad in the middle of a song pauses the song, and the songs of the album still join without a gap', async ({
  browser,
}) => {
  await setAds({ playInterval: 4, playDuring: 2 });
  const page = await beginAlbum(browser);
  await expect(ad(page).getByText('One', { exact: true })).toBeVisible();
  await expect(ad(page)).toHaveCount(0);
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(0.1);
  await run(page, LISTEN, cut.rate);
  await expect(ad(page).getByText('Two', { exact: true })).toBeVisible();
  const held = await element(page);
  expect(held).toMatchObject({ joined: true, paused: true });
  expect(held.currentTime).toBeLessThan(6);
  await expect(ad(page)).toHaveCount(0);
  await expect(titled(page)).toHaveText('High Flame');
  // The third ad interrupts the second song.
  await expect(ad(page).getByText('Three', { exact: true })).toBeVisible();
  expect(await element(page)).toMatchObject({ joined: true, paused: true });
  await expect(ad(page)).toHaveCount(0);
  await expect.poll(async () => (await element(page)).paused).toBe(false);
  const joint = measure(cut, String(await run(page, HEARD)));
  console.log(`At the joint: ${joint.error.toFixed(3)} ms off, ${joint.silence.toFixed(2)} ms of silence.`);
  expect(Math.abs(joint.error)).toBeLessThanOrEqual(1);
  expect(joint.silence).toBeLessThan(1);
});

test('an ad between two songs of an album plays alone, and the second song starts after it', async ({ browser }) => {
  await setAds({ playInterval: 3, playDuring: 0 });
  const page = await beginAlbum(browser);
  await expect(ad(page)).toBeVisible();
  await expect(ad(page)).toHaveCount(0);
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(0.1);
  await expect(titled(page)).toHaveText('High Flame');
  await expect(ad(page)).toBeVisible();
  expect((await element(page)).paused).toBe(true);
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', '0');
  await expect(ad(page)).toHaveCount(0);
  await expect.poll(async () => (await element(page)).paused).toBe(false);
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', /^[0-2]$/);
});
