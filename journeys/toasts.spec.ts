import { type Locator, type Page, expect, test } from './test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { asListenedTo, listening } from './listening.ts';
import { freshPage, musician } from './people.ts';
import { toast } from './reviewing.ts';

const shown = (page: Page, kind: 'error' | 'info' | 'success') => page.locator(`[data-toast=${kind}]`);

/** A musician with two published songs, on the list of them, all chosen. */
async function openOwnMedia(page: Page): Promise<void> {
  const musicianId = await musician(page);
  const db = openDatabase();
  for (const title of ['Paprika', 'Saffron']) await insertMedia(db, { musicianId, title });
  await db.end();
  await page.clock.install();
  await page.goto('/account/media');
  await page.getByLabel('Select all').check();
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('ER-09 ER-11 ER-13 an error stands at the bottom left until it is tapped or closed', async ({ page }) => {
  await openOwnMedia(page);
  await page.route('**/api/media/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await press(page, 'Unpublish');
  const error = shown(page, 'error');
  await expect(error).toHaveText('Error Processing Requests.');
  // The card, which takes the place of the bare text; where it comes to rest.
  await expect(error.getByRole('button', { name: 'Close message' })).toBeVisible();
  await expect.poll(async () => (await error.boundingBox())?.x).toBe(16);
  const box = await error.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(860);
  await page.clock.fastForward(30_000);
  await expect(error).toBeVisible();
  await expectAccessible(page);
  // A tap anywhere on it.
  await error.click({ position: { x: 30, y: 30 } });
  await expect(error).toHaveCount(0);
  await press(page, 'Unpublish');
  await expect(error).toBeVisible();
  // It is read out at once, and its button is there for the keyboard.
  await expect(page.getByRole('alert').filter({ hasText: 'Error Processing Requests.' })).toBeVisible();
  await page.getByRole('button', { name: 'Close message' }).focus();
  await page.keyboard.press('Enter');
  await expect(error).toHaveCount(0);
});

test('ER-12 an information is titled Notice, and goes by itself unless somebody is at it', async ({ page }) => {
  await openOwnMedia(page);
  await press(page, 'Publish');
  const info = shown(page, 'info');
  await expect(info.getByRole('paragraph')).toHaveText(['Notice', '2 media already published.']);
  await info.hover();
  await page.clock.fastForward(30_000);
  await expect(info).toBeVisible();
  await page.mouse.move(700, 300);
  await page.clock.fastForward(5000);
  await expect(info).toHaveCount(0);
});

test('ER-14 ER-24 saving the profile says that it succeeded, and that it failed where nobody says why', async ({
  page,
}) => {
  await musician(page);
  await page.goto('/account/profile');
  await page.getByLabel('Title', { exact: true }).fill('Piper');
  await press(page, 'Save Profile');
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  await page.route('**/api/users/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.getByLabel('Title', { exact: true }).fill('Drummer');
  await press(page, 'Save Profile');
  await expect(toast(page, 'Update failed.')).toBeVisible();
});

test('ER-30 a media that cannot be loaded is no message', async ({ page }) => {
  const {
    owner,
    songs: [id],
  } = await listening(page);
  await asListenedTo(page);
  // Its files are gone, and so is it when the player asks for new addresses of them.
  await page.route('**/files/**', (route) => route.abort());
  await page.route('**/api/media?*', (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(id, `${id.slice(0, -4)}ffff`),
    }),
  );
  await page.goto(`/${owner}/${id}`);
  const asked = page.waitForResponse('**/api/media?*');
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  expect(await (await asked).json()).toMatchObject({ media: [] });
  await expect(page.getByRole('region', { name: 'Player' })).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

/** Is it what a press on its middle meets? */
const isInFront = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

test('ER-11 ER-13 PL-13 a message stands in front of the player’s display and of a dialog over it, and stays when they go', async ({
  page,
  browser,
}) => {
  const {
    owner,
    songs: [id],
  } = await listening(await freshPage(browser));
  await musician(page);
  await page.route('**/api/media/favorites/*', (route) =>
    route.fulfill({ status: 500, json: { error: 'The pantry is closed.' } }),
  );
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('button', { name: 'Expand the player' }).click();
  const display = page.getByRole('dialog', { name: /^Player/ });
  const settings = page.getByRole('dialog', { name: 'Playback settings' });
  const error = shown(page, 'error');
  // Its card takes the place of the words alone, between two looks.
  const leftOf = async () => (await error.boundingBox())?.x;
  const openSettings = () => display.getByRole('button', { name: 'Playback settings' }).click();

  await display.getByRole('button', { name: /^Favorite / }).click();
  await expect(error).toHaveText('The pantry is closed.');
  await expect(display.getByRole('alert').filter({ hasText: 'The pantry is closed.' })).toBeVisible();
  await expect.poll(() => isInFront(error)).toBe(true);
  await expect.poll(leftOf).toBe(16);
  await expectAccessible(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await expect.poll(() => isInFront(error)).toBe(true);
    for (const name of ['Previous', 'Pause', 'Next'])
      expect(await isInFront(display.getByRole('button', { name, exact: true }))).toBe(true);
    await expect.poll(leftOf).toBe(16);
  }

  await openSettings();
  await expect(settings.getByText('The pantry is closed.')).toBeVisible();
  await expect.poll(() => isInFront(error)).toBe(true);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(settings).toHaveCount(0);
  await expect.poll(() => isInFront(error)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(display).toHaveCount(0);
  await expect.poll(() => isInFront(error)).toBe(true);
  await page.getByRole('button', { name: 'Expand the player' }).click();
  await openSettings();
  // A press on it is none outside of the dialog, which would close that.
  await error.click({ position: { x: 30, y: 30 } });
  await expect(error).toHaveCount(0);
  await expect(settings).toBeVisible();
});
