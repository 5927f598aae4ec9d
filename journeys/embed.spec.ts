import { type Page, expect, test } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { musician, origin } from './people.ts';
import { listening } from './listening.ts';

/** A page of another site with a player of ours in it. */
async function elsewhere<T>(frame: string, work: (address: string) => Promise<T>): Promise<T> {
  const server = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><html lang="en"><title>Elsewhere</title><iframe title="Player" src="${frame}" width="480" height="420" allow="autoplay"></iframe></html>`,
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

/** Bytes of script that came over the wire. */
function scriptsOf(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  return async () => (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

test('a song plays in another site’s page, with 60 kB of script at most, and the play counts', async ({ page }) => {
  const { songs } = await listening(page);
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
  await elsewhere(`${origin()}/embed/media/${songs[0]}`, async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    const audio = frame.locator('audio');
    await expect(audio).toHaveAttribute('src', /^\/files\//);
    await audio.evaluate((element: HTMLAudioElement) => element.play());
    await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime)).toBeGreaterThan(0.2);
    const weight = await scripts();
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(60_000);
    // A frame there is sent no cookie of ours: it counts by a name that it carries.
    await expect.poll(counted).toEqual({ plays: before.plays + 1, embedded: before.embedded + 1 });
  });
  await db.end();
});

test('a profile’s player lists its media and can be used by everybody', async ({ page }) => {
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

test('a video waits behind its picture, and plays when it is asked to', async ({ page }) => {
  const { clip } = await listening(page);
  await page.goto(`/embed/media/${clip}`);
  const video = page.locator('video');
  await expect(video).toHaveAttribute('poster', /^\/files\//);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeHidden();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1);
});
