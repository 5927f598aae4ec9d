import { type Browser, type Page, expect, test } from '@playwright/test';
import { type CutSignal, cutSignal } from './joint.ts';
import { HEADERS, freshPage, musician } from './people.ts';
import { PROCESSING, processed, put, uploaded } from './uploading.ts';

export interface JoinedAlbum {
  cut: CutSignal;
  owner: string;
  songs: readonly string[];
}

/** An album of two songs of six seconds, “Low Flame” and “High Flame”, that were one signal: through upload and encoder. */
export async function joinedAlbum(browser: Browser): Promise<JoinedAlbum> {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  const cut = await cutSignal();
  const page = await browser.newPage();
  const owner = await musician(page);
  const songs: string[] = [];
  for (const path of cut.paths) songs.push(await uploaded(page, path));
  for (const [n, id] of songs.entries()) {
    await processed(page, id);
    expect(await put(page, id, { title: ['Low Flame', 'High Flame'][n], published: true })).toBe(200);
  }
  const data = { albums: [{ title: 'Live at the Stove', releaseDate: '2026-01-01' }] };
  const saved = await page.request.put(`/api/users/${owner}`, { headers: HEADERS, data });
  const [album] = ((await saved.json()) as { albums: { id: string }[] }).albums;
  const kept = await page.request.put(`/api/albums/${album?.id}/songs`, { headers: HEADERS, data: { songs } });
  expect(kept.status(), await kept.text()).toBe(200);
  await page.close();
  return { cut, owner, songs };
}

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

/** A visitor's page in which the album was begun. */
export async function beginAlbum(
  browser: Browser,
  { owner }: JoinedAlbum,
  prepare = async (_page: Page): Promise<unknown> => undefined,
): Promise<Page> {
  const page = await freshPage(browser);
  // The end of the album is the end of the queue.
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await prepare(page);
  await page.goto(`/${owner}`);
  await page.getByRole('button', { name: 'Albums' }).click();
  await page.getByRole('button', { name: 'Play the album Live at the Stove' }).click();
  await expect(titled(page)).toHaveText('Low Flame');
  return page;
}
