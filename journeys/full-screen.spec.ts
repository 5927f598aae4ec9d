import { type Page, expect, test } from './test.ts';
import { listening } from './listening.ts';

let owner: string;
let clip: string;
let song: string;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  const made = await listening(page);
  ({ owner, clip } = made);
  [song] = made.songs;
  await page.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const full = (page: Page) => page.getByRole('dialog', { name: /^Full screen/ });
const isFull = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

/** The page of the video, which plays again and again: six seconds are short. */
async function play(page: Page): Promise<void> {
  await page.goto(`/${owner}/${clip}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('main').locator('video')).toBeVisible();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0);
  await bar(page).getByRole('button', { name: 'Queue', exact: true }).click();
  for (const now of ['off', 'all']) await page.getByRole('button', { name: `Repeat: ${now}` }).click();
  await page.getByRole('button', { name: 'Close the queue' }).click();
}

test('a video fills the screen by its button, a double click or a key, and leaves it the same ways', async ({
  page,
}) => {
  await play(page);
  await page.getByRole('main').getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(full(page).locator('video')).toBeVisible();
  await expect.poll(() => isFull(page)).toBe(true);
  const { width, height } = (await full(page).locator('video').boundingBox())!;
  expect({ width, height }).toEqual(page.viewportSize());
  // One element, which goes on.
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.paused)).toBe(false);
  await full(page).getByRole('button', { name: 'Exit full screen', exact: true }).click();
  await expect(full(page)).toHaveCount(0);
  await expect.poll(() => isFull(page)).toBe(false);
  await expect(page.getByRole('main').locator('video')).toBeVisible();

  await page.getByRole('main').locator('video').dblclick();
  await expect.poll(() => isFull(page)).toBe(true);
  await full(page).locator('video').dblclick();
  await expect(full(page)).toHaveCount(0);
  await expect.poll(() => isFull(page)).toBe(false);

  for (const leave of ['f', 'Escape']) {
    await page.keyboard.press('f');
    await expect(full(page).locator('video')).toBeVisible();
    await expect.poll(() => isFull(page)).toBe(true);
    await page.keyboard.press(leave);
    await expect(full(page)).toHaveCount(0);
    await expect.poll(() => isFull(page)).toBe(false);
  }
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.paused)).toBe(false);
});

test('its controls are reachable in full screen, go while nobody moves, and come back', async ({ page }) => {
  await play(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.keyboard.press('f');
    await expect.poll(() => isFull(page)).toBe(true);
    await expect(full(page).getByRole('button', { name: 'Exit full screen', exact: true })).toBeInViewport({
      ratio: 1,
    });
    await page.keyboard.press('f');
    await expect.poll(() => isFull(page)).toBe(false);
  }
  await page.keyboard.press('f');
  const shade = full(page).locator('[data-controls]');
  await expect(shade).toHaveCSS('opacity', '0');
  await page.mouse.move(300, 300);
  await expect(shade).toHaveCSS('opacity', '1');

  await page.keyboard.press('k');
  await expect(full(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // They stay while it is paused. Nothing scrolls here: the arrows make it louder and quieter.
  await page.keyboard.press('ArrowDown');
  await expect(full(page).getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '95%');
  await page.keyboard.press('ArrowUp');
  await expect(full(page).getByRole('slider', { name: 'Volume' })).toHaveAttribute('aria-valuetext', '100%');
  await full(page).getByRole('button', { name: 'Playback settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Playback settings' });
  await expect(settings).toBeVisible();
  await settings.getByRole('button', { name: 'Close', exact: true }).click();
  await full(page).getByRole('button', { name: 'Queue', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Queue' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the queue' }).click();
  await full(page).locator('video').click();
  await expect(full(page).getByRole('button', { name: 'Pause', exact: true })).toBeVisible();

  // What has no picture does not fill the screen.
  await page.goto(`/${owner}/${song}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('paragraph').first()).toHaveText('Cast Iron Heart');
  await page.keyboard.press('f');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(full(page)).toHaveCount(0);
});

test('a video that ends, a page that changes and a player that closes leave it', async ({ page }) => {
  await play(page);
  await page.goto('/genres');
  await page.goBack();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await page.keyboard.press('f');
  await expect.poll(() => isFull(page)).toBe(true);
  await page.goBack();
  await expect(full(page)).toHaveCount(0);
  await expect.poll(() => isFull(page)).toBe(false);
});

test('where nothing but a video may fill the screen, the video’s own full screen does', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'fullscreenEnabled', { get: () => false });
    Object.defineProperty(HTMLVideoElement.prototype, 'webkitEnterFullscreen', {
      value: () => (document.body.dataset['native'] = 'yes'),
    });
  });
  await play(page);
  await page.getByRole('main').getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(page.locator('body')).toHaveAttribute('data-native', 'yes');
  await expect(full(page)).toHaveCount(0);
});

test('where no browser’s full screen is to be had, it fills the window', async ({ page }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('It is not allowed.'));
  });
  await play(page);
  await page.getByRole('main').getByRole('button', { name: 'Full screen', exact: true }).click();
  await expect(full(page).locator('video')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(full(page)).toHaveCount(0);
});
