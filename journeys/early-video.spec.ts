import { type Page, expect, test } from '@playwright/test';
import { video } from '../fixtures/files.ts';
import { expectAccessible } from './accessible.ts';
import { musician } from './people.ts';
import { PROCESSING, mediaOf, uploaded } from './uploading.ts';

interface Playing {
  position: number;
  /** Seconds that there are so far. */
  duration: number;
  paused: boolean;
}

const playing = (page: Page): Promise<Playing> =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return {
      position: element?.currentTime ?? 0,
      duration: element?.duration || 0,
      paused: element?.paused ?? true,
    };
  });
const sourceOf = async (page: Page, id: string): Promise<string> =>
  ((await mediaOf(page, id))['sources'] as { url: string }[])[0]?.url ?? '';
const SECONDS = 120;

test('a video is watched while its first rendition is written, and goes on when it is complete', async ({ page }) => {
  test.setTimeout(test.info().timeout + 6 * PROCESSING);
  const path = await video({ seconds: SECONDS, width: 640, height: 360, seed: 'early video' });
  await musician(page);
  const id = await uploaded(page, path);
  await page.goto(new URL(String((await mediaOf(page, id))['htmlUrl'])).pathname);
  const content = page.getByRole('main');
  await expect(content.getByText(/^Still being prepared, \d+ %$/)).toBeVisible();
  // It appears by itself when there is something to play.
  await content.getByRole('button', { name: 'Play', exact: true }).click({ timeout: PROCESSING });
  await expect.poll(async () => (await playing(page)).position, { timeout: PROCESSING }).toBeGreaterThan(0.5);

  const source = await sourceOf(page, id);
  expect(source).toMatch(/\/early\.m3u8$/);
  const playlist = await (await page.request.get(source.replace('early.m3u8', 'early-picture.m3u8'))).text();
  expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(playlist).not.toContain('#EXT-X-ENDLIST');
  const first = await playing(page);
  expect(first.paused).toBe(false);
  expect(first.duration).toBeLessThan(SECONDS - 5);
  const bar = page.getByRole('region', { name: 'Player' });
  await expect(bar.getByText(/^Still being prepared, \d+ %$/)).toBeVisible();
  await expectAccessible(page);
  // The length follows what is written.
  await expect
    .poll(async () => (await playing(page)).duration, { timeout: PROCESSING })
    .toBeGreaterThan(first.duration);
  // What is there can be gone to.
  await bar.getByRole('slider').press('ArrowRight');
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(first.position + 4);

  await expect.poll(async () => (await mediaOf(page, id))['status'], { timeout: 5 * PROCESSING }).toBe('complete');
  await expect(page.getByText(/^Still being prepared/)).toHaveCount(0);
  const { position, paused } = await playing(page);
  expect(paused).toBe(false);
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(position + 0.5);
  await expect.poll(async () => (await playing(page)).duration).toBeGreaterThan(SECONDS - 1);

  const master = page.waitForRequest(/\/master\.m3u8$/);
  await bar.getByRole('button', { name: 'Close the player' }).click();
  await content.getByRole('button', { name: 'Play', exact: true }).click();
  await master;
  await expect.poll(async () => (await playing(page)).position).toBeGreaterThan(0.2);
});
