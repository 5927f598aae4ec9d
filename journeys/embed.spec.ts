import { type Page, expect, test } from './testkit/test.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './testkit/accessible.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { newId } from '../server/platform/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { musician, origin } from './testkit/people.ts';
import { listening } from './testkit/listening.ts';

/** Serves a page of another site that embeds our player, and runs `work` with the page's address. */
async function elsewhere<T>(frame: string, work: (address: string) => Promise<T>, attributes = ''): Promise<T> {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><iframe title="Player" src="${frame}" width="480" height="420" allow="autoplay" ${attributes}></iframe></html>`,
      ),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  try {
    return await work(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Returns a function that sums the bytes of script that the page has loaded over the network so far. */
function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/**
 * The attributes of the frames that WordPress creates for players found by oEmbed. This sandbox gives a frame an opaque
 * origin.
 */
const SANDBOX = 'sandbox="allow-scripts" security="restricted"';

for (const [where, attributes] of [
  ['in another site’s page', ''],
  ['in a sandbox of another site', SANDBOX],
] as const)
  test(`a song plays ${where} with at most 60 kB of script, and counts as a play`, ({ page }) =>
    songElsewhere(page, attributes));

test('a video plays in a sandbox of another site', async ({ page }) => {
  const { clip } = await listening();
  await elsewhere(
    `${origin()}/embed/media/${clip}`,
    async (address) => {
      await page.goto(address);
      const frame = page.frameLocator('iframe');
      await frame.getByRole('button', { name: 'Play', exact: true }).click();
      const reached = () => frame.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime);
      await expect.poll(reached).toBeGreaterThan(0.1);
    },
    SANDBOX,
  );
});

async function songElsewhere(page: Page, attributes: string): Promise<void> {
  const { songs } = await listening();
  const db = openDatabase();
  const counted = async () => {
    const [row] = await db<{ plays: number; embedded: number }[]>`
      select play_count::int as plays, (select coalesce(sum(n), 0)::int from stat_days
        where stat_days.musician_id = media.musician_id and title = 'from-embed') as embedded
      from media where id = ${songs[0]}`;
    return row ?? { plays: NaN, embedded: NaN };
  };
  const before = await counted();
  const scripts = scriptsOf(page);
  await elsewhere(
    `${origin()}/embed/media/${songs[0]}`,
    async (address) => {
      await page.goto(address);
      const frame = page.frameLocator('iframe');
      const audio = frame.locator('audio');
      await expect(audio).toHaveAttribute('src', /^\/files\//);
      await audio.evaluate((element: HTMLAudioElement) => element.play());
      await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.2);
      const weight = await scripts();
      expect(weight).toBeGreaterThan(0);
      expect(weight).toBeLessThan(60_000);
      // Our cookies aren't sent to a frame on another site, so the request itself identifies the listener.
      await expect.poll(counted).toEqual({ plays: before.plays + 1, embedded: before.embedded + 1 });
    },
    attributes,
  );
  await db.end();
}

test('an embedded player reports a lost network, continues at its position when the network is back, and counts one play', async ({
  page,
  context,
}) => {
  const { other } = await listening();
  const db = openDatabase();
  const plays = async () =>
    (await db<{ n: number }[]>`select play_count::int as n from media where id = ${other}`)[0]?.n;
  const before = (await plays()) ?? NaN;
  // The first part of the file loads before the network is lost.
  const FIRST_PART = 150_000;
  let isLost = true;
  await page.route('**/files/**', async (route) => {
    const [from = 0] = (/\d+/.exec(route.request().headers()['range'] ?? '') ?? []).map(Number);
    if (!isLost) return route.continue();
    if (from >= FIRST_PART) return route.abort();
    const headers = { ...route.request().headers(), range: `bytes=${from}-${FIRST_PART - 1}` };
    return route.fulfill({ response: await route.fetch({ headers }) });
  });
  await page.goto(`/embed/media/${other}`);
  const audio = page.locator('audio');
  const heard = () => audio.evaluate((element: HTMLAudioElement) => element.currentTime);
  await expect(audio).toHaveAttribute('src', /^\/files\//);
  await audio.evaluate((element: HTMLAudioElement) => element.play());
  await expect.poll(plays).toBe(before + 1);
  const reached = await heard();
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toHaveText('No connection. Check your network and try again.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectAccessible(page);
  isLost = false;
  await context.setOffline(false);
  await expect.poll(heard).toBeGreaterThan(reached + 0.5);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  // Listen for longer than a play takes, to see that no second play is reported.
  const told: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/stats/embedded') && told.push(request.postData() ?? ''));
  const wentOn = await heard();
  await expect.poll(heard).toBeGreaterThan(wentOn + 4);
  expect(told).toEqual([]);
  expect(await plays()).toBe(before + 1);

  // A server that doesn't answer causes no event in the browser, so the listener has to press the button to try again.
  await page.route('**/files/**', (route) => route.abort());
  await page.route('**/api/embeds/media/**', (route) => route.abort());
  await page.reload();
  await expect(audio).toHaveAttribute('src', /^\/files\//);
  await audio.evaluate((element: HTMLAudioElement) => void element.play().catch(() => undefined));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(page.getByRole('alert')).toHaveText('No connection. Check your network and try again.');
  await page.unroute('**/files/**');
  await page.unroute('**/api/embeds/media/**');
  await again.click();
  await expect.poll(heard).toBeGreaterThan(0.2);
  await expect(again).toBeHidden();
  await db.end();
});

test('a playlist plays in its order in a sandbox of another site', async ({ page }) => {
  const { owner, songs, other } = await listening();
  const db = openDatabase();
  const id = newId();
  const order = [other, ...songs.slice(0, 1)];
  await db`
    insert into playlists (id, owner_id, name, visibility) values (${id}, ${owner}, 'Supper', 'public')`;
  for (const [position, media] of order.entries())
    await db`
      insert into playlist_entries (playlist_id, media_id, owner_id, position)
      values (${id}, ${media}, ${owner}, ${position})`;
  await db.end();
  await elsewhere(
    `${origin()}/embed/playlist/${id}`,
    async (address) => {
      await page.goto(address);
      const frame = page.frameLocator('iframe');
      const tracks = frame.getByRole('list', { name: 'Tracks' }).getByRole('button');
      await expect(tracks).toHaveCount(2);
      await expect(tracks.first()).toHaveAttribute('aria-current', 'true');
      const audio = frame.locator('audio');
      await expect(audio).toHaveAttribute('src', /^\/files\//);
      const first = await audio.getAttribute('src');
      await audio.evaluate((element: HTMLAudioElement) => element.play());
      await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBeGreaterThan(1);
      await audio.evaluate((element: HTMLAudioElement) => void (element.currentTime = element.duration - 0.3));
      await expect(tracks.last()).toHaveAttribute('aria-current', 'true');
      await expect.poll(() => audio.getAttribute('src')).not.toBe(first);
      await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.1);
    },
    SANDBOX,
  );
});

test('a profile’s player lists the songs, switches between them, and is accessible', async ({ page }) => {
  const db = openDatabase();
  const id = await musician(page);
  for (const title of ['One', 'Two', 'Three']) await insertMedia(db, { musicianId: id, title });
  await db.end();
  await page.goto(`/embed/profile/${id}`);
  const tracks = page.getByRole('list', { name: 'Tracks' }).getByRole('button');
  await expect(tracks).toHaveText(['Three 1:40', 'Two 1:40', 'One 1:40']);
  await expect(tracks.first()).toHaveAttribute('aria-current', 'true');
  await tracks.nth(1).click();
  await expect(tracks.nth(1)).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page);
});

test('a track started before the player has a listener id keeps playing and counts as a play', async ({ page }) => {
  const { owner } = await listening();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/embeds/listener', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.goto(`/embed/profile/${owner}`);
  const track = page.getByRole('list', { name: 'Tracks' }).getByRole('button', { name: 'Cast Iron Heart' });
  await expect(track).not.toHaveAttribute('aria-current', 'true');
  await track.click();
  await expect(track).toHaveAttribute('aria-current', 'true');
  const named = page.waitForResponse('**/api/embeds/listener');
  answered.resolve();
  await named;
  const audio = page.locator('audio');
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.5);
  await expect(track).toHaveAttribute('aria-current', 'true');
  await expect(audio).toHaveAttribute('src', /^\/files\/[^/]+~/);
  expect(await audio.evaluate((element: HTMLAudioElement) => element.paused)).toBe(false);
});

test('a video shows its poster, and plays when the listener presses Play', async ({ page }) => {
  const { clip } = await listening();
  await page.goto(`/embed/media/${clip}`);
  const video = page.locator('video');
  await expect(video).toHaveAttribute('poster', /^\/files\//);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeHidden();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1);
});
