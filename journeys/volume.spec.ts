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
/** The volume of the player's element, or 0 if it is muted. */
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

test('a listener lowers and mutes the volume, and finds it unchanged after a reload and in another tab', async ({
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
  // Half of the slider is a quarter of the amplitude, on top of the gain that normalizes the song's loudness.
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

  // A tab that was open before.
  await other.goto(`/${owner}/${song}`);
  await other.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(slider(other)).toHaveAttribute('aria-valuetext', '50%');
  await slider(page).fill('80');
  await expect(slider(other)).toHaveAttribute('aria-valuetext', '80%');
});

test('a browser that cannot set the volume shows no slider, and the sound can be unmuted', async ({ page }) => {
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
