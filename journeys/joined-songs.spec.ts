import { media } from '@scoville/contract/media.ts';
import { type Browser, type Page, expect, test } from './testkit/test.ts';
import { bar, beginAlbum, element, run, titled } from './testkit/joined-album.ts';
import { prepared } from './testkit/prepared.ts';
import { HEARD, LISTEN, cutSignal, measure } from './testkit/joint.ts';

// What listens here is a script of this file.
test.use({ bypassCSP: true });

const cut = cutSignal();

async function playAlbum(browser: Browser, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await beginAlbum(browser, prepare);
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
    const answer = await one.request.get(`/api/media/${prepared().album.songs[1]}`);
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
      if (new URL(request.url()).searchParams.get('ids') === prepared().album.songs[1]) asked.push('address');
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
