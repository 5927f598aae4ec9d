import { media } from '@scoville/contract/catalogue/media/media.ts';
import { type Browser, type Page, expect, test } from './testkit/test.ts';
import { bar, beginAlbum, element, run, titled } from './testkit/joined-album.ts';
import { prepared } from './testkit/prepared.ts';
import { HEARD, LISTEN, cutSignal, measure } from './testkit/joint.ts';

// The page's sound is recorded by a script of this file, which the Content-Security-Policy would block.
test.use({ bypassCSP: true });

const cut = cutSignal();

async function playAlbum(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await beginAlbum(browser, prepare);
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(0.1);
  return page;
}

test('consecutive songs of an album join within a millisecond, without silence, and are shown as two tracks', async ({
  browser,
}) => {
  const page = await playAlbum(browser);
  expect((await element(page)).joined).toBe(true);
  await run(page, LISTEN, cut.rate);
  await expect(titled(page)).toHaveText('High Flame');
  // The position restarts at zero for the second song, although the sound continues in a single source.
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', /^[0-2]$/);
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(8);
  // Pause during the measurement, because the second song ends in four seconds.
  await bar(page).getByRole('button', { name: 'Pause', exact: true }).click();
  const joint = measure(cut, String(await run(page, HEARD)));
  console.log(`At the joint: ${joint.error.toFixed(3)} ms off, ${joint.silence.toFixed(2)} ms of silence.`);
  expect(Math.abs(joint.error)).toBeLessThanOrEqual(1);
  expect(joint.silence).toBeLessThan(1);
  // The slider's start is the start of the second song, not of the joined source.
  await bar(page).getByRole('slider', { name: 'Seek' }).press('Home');
  await expect.poll(async () => (await element(page)).currentTime).toBeGreaterThan(6);
  await expect(titled(page)).toHaveText('High Flame');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await element(page)).paused).toBe(false);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('End');
  await expect.poll(async () => (await element(page)).paused).toBe(true);
  await expect(titled(page)).toHaveText('High Flame');
});

test('a song removed from the queue does not play after the previous song, even if it was already joined', async ({
  browser,
}) => {
  const page = await playAlbum(browser);
  expect((await element(page)).joined).toBe(true);
  await bar(page).getByRole('button', { name: 'Queue' }).click();
  await page.getByRole('button', { name: 'Remove High Flame' }).click();
  await expect.poll(async () => (await element(page)).paused).toBe(true);
  await expect(titled(page)).toHaveText('Low Flame');
});

test('an expired URL of the next song is requested again, and the songs still join', async ({ browser }) => {
  const asked: string[] = [];
  const page = await playAlbum(browser, async (one) => {
    const answer = await one.request.get(`/api/media/${prepared().album.songs[1]}`);
    const files = media.reply.parse(await answer.json()).sources.map(({ url }) => new URL(url, answer.url()).pathname);
    await one.route(
      (url) => files.includes(url.pathname),
      (route) => {
        // Ignore requests by a media element that preloads the next song.
        if (route.request().resourceType() !== 'fetch') return route.continue();
        asked.push('file');
        return asked.length === 1 ? route.fulfill({ status: 403 }) : route.continue();
      },
    );
    one.on('request', (request) => {
      if (new URL(request.url()).searchParams.get('ids') === prepared().album.songs[1]) asked.push('address');
    });
  });
  await expect(titled(page)).toHaveText('High Flame');
  expect(asked.slice(0, 3)).toEqual(['file', 'address', 'file']);
  expect((await element(page)).joined).toBe(true);
  await expect(bar(page).getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuenow', /^[0-2]$/);
});

test('songs play one after the other if the browser cannot join them', async ({ browser }) => {
  const page = await playAlbum(browser, (one) =>
    one.addInitScript(() => Object.defineProperty(window, 'MediaSource', { value: undefined })),
  );
  expect((await element(page)).joined).toBe(false);
  await expect(titled(page)).toHaveText('High Flame');
  await expect.poll(async () => (await element(page)).paused).toBe(false);
});
