import { type Page, expect, test } from './testkit/test.ts';
import { listening } from './testkit/listening.ts';

let owner: string;
let song: string;

test.beforeAll(async () => {
  ({
    owner,
    songs: [song],
  } = await listening());
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
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
