import { type Page, expect, test } from './test.ts';
import { expectNoSideways } from './accessible.ts';
import { listening } from './listening.ts';

let owner: string;
let song: string;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  const made = await listening(page);
  owner = made.owner;
  [song] = made.songs;
  await page.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });
const slider = (page: Page) => bar(page).getByRole('slider', { name: 'Volume' });
/** Of the player's element. */
const loudness = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return element === null || element.muted ? 0 : element.volume;
  });

async function play(page: Page): Promise<void> {
  await page.goto(`/${owner}/${song}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.1);
}

test('a listener turns it down, silences it, and finds it so after a reload and in another tab', async ({
  page,
  context,
}) => {
  await play(page);
  const full = await loudness(page);
  expect(full).toBeGreaterThan(0);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '100%');
  await slider(page).press('ArrowLeft');
  await slider(page).fill('50');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '50%');
  // Half of the way is a quarter of the amplitude, on top of what brings the song to its loudness.
  await expect.poll(() => loudness(page)).toBeCloseTo(full / 4, 5);
  await bar(page).getByRole('button', { name: 'Mute', exact: true }).click();
  await expect.poll(() => loudness(page)).toBe(0);
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '50%, muted');

  const other = await context.newPage();
  await other.goto('/genres');
  await page.reload();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '50%, muted');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.paused)).toBe(false);
  expect(await loudness(page)).toBe(0);
  await bar(page).getByRole('button', { name: 'Unmute', exact: true }).click();
  await expect.poll(() => loudness(page)).toBeCloseTo(full / 4, 5);

  // A tab that was there before.
  await other.goto(`/${owner}/${song}`);
  await other.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(slider(other)).toHaveAttribute('aria-valuetext', '50%');
  await slider(page).fill('80');
  await expect(slider(other)).toHaveAttribute('aria-valuetext', '80%');
});

test('keys make it quieter, louder and silent, also while the slider has the focus, and stand in the list of keys', async ({
  page,
}) => {
  await play(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('-');
  await page.keyboard.press('+');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '90%');
  await page.keyboard.press('m');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '90%, muted');
  // Who asks for more wants to hear it.
  await page.keyboard.press('+');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '95%');
  await slider(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '90%');
  await page.keyboard.press('m');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '90%, muted');
  await page.keyboard.press('k');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Quieter or louder', { exact: true })).toBeVisible();
  await expect(keys.getByText('Mute or unmute', { exact: true })).toBeVisible();
});

test('the slider stands above its button where the bar is narrow, in the display everywhere, and not on phones', async ({
  page,
  browser,
}) => {
  await play(page);
  for (const width of [900, 1024, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const box = slider(page).locator('..');
    await page.mouse.move(10, 10);
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await expect(box).toHaveCSS('opacity', width < 1536 ? '0' : '1');
    await bar(page).getByRole('button', { name: 'Mute', exact: true }).hover();
    await expect(box).toHaveCSS('opacity', '1');
    await page.mouse.move(10, 10);
    // By the keyboard, too.
    await page.keyboard.press('Tab');
    await bar(page).getByRole('button', { name: 'Mute', exact: true }).focus();
    await expect(box).toHaveCSS('opacity', '1');
    await expect(slider(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Tab');
    await expect(slider(page)).toBeFocused();
    await expectNoSideways(page);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(slider(page)).toBeHidden();
  await page.getByRole('button', { name: 'Open Cast Iron Heart in the player' }).click();
  await expect(display(page).getByRole('slider', { name: 'Volume' })).toBeVisible();

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const held = await phone.newPage();
  await held.goto(`/${owner}/${song}`);
  await held.getByRole('main').getByRole('button', { name: 'Play', exact: true }).tap();
  await held.getByRole('button', { name: 'Open Cast Iron Heart in the player' }).tap();
  await expect(display(held).getByRole('button', { name: 'Collapse the player' })).toBeVisible();
  await expect(display(held).getByRole('slider', { name: 'Volume' })).toBeHidden();
  await expect(display(held).getByRole('button', { name: 'Mute', exact: true })).toBeHidden();
  await phone.close();
});

test('where a browser does not set the volume there is no slider, and silence can be taken back', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
  });
  await play(page);
  await expect(bar(page).getByRole('button', { name: 'Queue', exact: true })).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Mute', exact: true })).toHaveCount(0);
  await page.keyboard.press('m');
  await expect.poll(() => loudness(page)).toBe(0);
  await expect(slider(page)).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Unmute', exact: true }).click();
  await expect.poll(() => loudness(page)).toBe(1);
});
