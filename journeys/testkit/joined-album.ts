import { type Browser, type Page, expect } from '@playwright/test';
import { freshPage } from './people.ts';
import { prepared } from './prepared.ts';

export const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
export const titled = (page: Page) => bar(page).getByRole('paragraph').first();
export const element = (page: Page) =>
  page.evaluate(() => {
    const { src, paused, currentTime } = document.querySelector('video') as HTMLVideoElement;
    return { joined: src.startsWith('blob:'), paused, currentTime };
  });
/** Runs the body of a function in the page. */
export const run = (page: Page, body: string, ...values: unknown[]) =>
  page.evaluate(([text, all]) => new Function(text as string).apply(null, all as unknown[]) as unknown, [body, values]);

/** Opens a visitor's page and starts the album. */
export async function beginAlbum(
  browser: Browser,
  prepare = async (_page: Page): Promise<unknown> => undefined,
): Promise<Page> {
  const page = await freshPage(browser);
  // The queue ends with the album.
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await prepare(page);
  await page.goto(`/${prepared().album.owner}`);
  await page.getByRole('button', { name: 'Albums' }).click();
  await page.getByRole('button', { name: 'Play the album Live at the Stove' }).click();
  await expect(titled(page)).toHaveText('Low Flame');
  return page;
}
