import { media } from '@scoville/contract/media.ts';
import { type Browser, type Page, expect, test } from '@playwright/test';
import { type CutSignal, HEARD, LISTEN, cutSignal, measure } from './joint.ts';
import { HEADERS, freshPage, musician } from './people.ts';
import { PROCESSING, processed, put, uploaded } from './uploading.ts';

// What listens here is a script of this file.
test.use({ bypassCSP: true });

let cut: CutSignal;
let owner: string;
let songs: string[];

/** An album of two songs that were one signal, through upload and encoder. */
test.beforeAll(async ({ browser }) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  cut = await cutSignal();
  const page = await browser.newPage();
  owner = await musician(page);
  songs = [];
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
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const titled = (page: Page) => bar(page).getByRole('paragraph').first();
const element = (page: Page) =>
  page.evaluate(() => {
    const { src, paused, currentTime } = document.querySelector('video') as HTMLVideoElement;
    return { joined: src.startsWith('blob:'), paused, currentTime };
  });
const run = (page: Page, body: string, ...values: unknown[]) =>
  page.evaluate(([text, all]) => new Function(text as string).apply(null, all as unknown[]) as unknown, [body, values]);

async function playAlbum(
  browser: Browser,
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
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(0.1);
  return page;
}

test('songs of an album that follow each other join within a millisecond, without silence, as two tracks', async ({
  browser,
}) => {
  const page = await playAlbum(browser);
  expect((await element(page)).joined).toBe(true);
  await run(page, LISTEN, cut.rate);
  await expect(titled(page)).toHaveText('High Flame');
  // The second song's clock begins anew, though the sound goes on in one source.
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', /^[0-2]$/);
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(8);
  // It stands still while what was heard is measured: the second song is over in four seconds.
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  const joint = measure(cut, String(await run(page, HEARD)));
  console.log(`At the joint: ${joint.error.toFixed(3)} ms off, ${joint.silence.toFixed(2)} ms of silence.`);
  expect(Math.abs(joint.error)).toBeLessThanOrEqual(1);
  expect(joint.silence).toBeLessThan(1);
  // Its own beginning is where "Previous" leads.
  await bar(page).getByRole('slider', { name: 'Seek' }).press('Home');
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(6);
  await expect(titled(page)).toHaveText('High Flame');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await element(page)).paused).toBe(false);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('End');
  await expect.poll(async () => (await element(page)).paused).toBe(true);
  await expect(titled(page)).toHaveText('High Flame');
});

test('what is taken out of the queue does not sound after the song before it, though it was there already', async ({
  browser,
}) => {
  const page = await playAlbum(browser);
  expect((await element(page)).joined).toBe(true);
  await bar(page).getByRole('button', { name: 'Queue' }).click();
  await page.getByRole('button', { name: 'Remove High Flame' }).click();
  await expect.poll(async () => (await element(page)).paused).toBe(true);
  await expect(titled(page)).toHaveText('Low Flame');
});

test('an address that expired before the next song was read is asked for anew, and the songs join', async ({
  browser,
}) => {
  const asked: string[] = [];
  const page = await playAlbum(browser, async (one) => {
    const answer = await one.request.get(`/api/media/${songs[1]}`);
    const files = media.reply.parse(await answer.json()).sources.map(({ url }) => new URL(url, answer.url()).pathname);
    await one.route(
      (url) => files.includes(url.pathname),
      (route) => {
        // An element that looks ahead asks, too.
        if (route.request().resourceType() !== 'fetch') return route.continue();
        asked.push('file');
        return asked.length === 1 ? route.fulfill({ status: 403 }) : route.continue();
      },
    );
    one.on('request', (request) => {
      if (new URL(request.url()).searchParams.get('ids') === songs[1]) asked.push('address');
    });
  });
  await expect(titled(page)).toHaveText('High Flame');
  expect(asked.slice(0, 3)).toEqual(['file', 'address', 'file']);
  expect((await element(page)).joined).toBe(true);
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', /^[0-2]$/);
});

test('where songs cannot be joined, one follows the other as everywhere', async ({ browser }) => {
  const page = await playAlbum(browser, (one) =>
    one.addInitScript(() => Object.defineProperty(window, 'MediaSource', { value: undefined })),
  );
  expect((await element(page)).joined).toBe(false);
  await expect(titled(page)).toHaveText('High Flame');
  await expect.poll(async () => (await element(page)).paused).toBe(false);
});
