import { type Page, type Route, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { chunkOf } from './testkit/chunks.ts';
import { listening } from './testkit/listening.ts';
import { HEADERS, asAdmin, musician } from './testkit/people.ts';
import { unique } from './testkit/reviewing.ts';

let db: Pool;
let owner: string;
let songs: readonly [string, string];
let clip: string;
/** The path of a genre whose list contains only the two songs. */
let supper: string;

test.beforeAll(async () => {
  ({ owner, songs, clip } = await listening());
  db = openDatabase();
  const [id, slug] = [newId(), `supper${unique()}`];
  await db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', ${slug}, ${slug}, 99)`;
  await db`update media set genre_id = ${id} where id in ${db(songs)}`;
  supper = `/genres/${slug}`;
});
test.afterAll(async () => {
  // A song with a score must have a genre.
  await db`update media set genre_id = (select id from categories where slug = 'soul') where id in ${db(songs)}`;
  await db`delete from categories where slug = ${supper.replace('/genres/', '')}`;
  await db.end();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
/** The title in the bar, which is the bar's first paragraph. */
const titled = (page: Page) => bar(page).getByRole('paragraph').first();
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });
const isSounding = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return element !== null && !element.paused && element.currentTime > 0.1;
  });
/** The position in the track, in seconds. */
const heard = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
const sounding = (page: Page, yes = true) => expect.poll(() => isSounding(page)).toBe(yes);

/** Inserts a song with these scores and the sound of the first song. Returns its id. */
async function heardAs(title: string, scores: [number, number, number], musicianId = owner): Promise<string> {
  const id = await insertMedia(db, { musicianId, title, scores, length: 63 });
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  await changeSource(db, id, { playback: db.json(sounds?.playback as never) });
  return id;
}

/** Opens the page of a song or video and plays it. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  // The sound may start before the bar is shown, which handles the keys.
  await expect(bar(page)).toBeVisible();
}

test('PL-01 PL-07 PL-08 PL-15 PL-21 RT-53 a visitor plays and pauses, keeps listening across pages, and finds the position again after a reload', async ({
  page,
}) => {
  const ranges: number[] = [];
  page.on('response', (answer) => answer.url().includes('/files/') && ranges.push(answer.status()));
  await play(page, songs[0]);
  expect(ranges).toContain(206);
  expect(ranges.filter((status) => status !== 200 && status !== 206)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await sounding(page, false);
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  await expect(titled(page)).toHaveText('Cast Iron Heart');
  await sounding(page);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(30);
  await page.reload();
  await expect(titled(page)).toHaveText('Cast Iron Heart');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const place = await bar(page).getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow');
  expect(Number(place)).toBeGreaterThan(29);
});

test('PL-16 a stalled connection is reported and retried, and playback continues at its position', async ({ page }) => {
  // The first part of the file loads. Then packets get lost in the middle of the song, and further requests hang.
  const FIRST_PART = 150_000;
  let isHung = true;
  const hung: Route[] = [];
  const hang = (route: Route) => (isHung ? void hung.push(route) : route.continue());
  await page.route('**/files/*/media/**', async (route) => {
    const [from = 0] = (/\d+/.exec(route.request().headers()['range'] ?? '') ?? []).map(Number);
    if (!isHung || from >= FIRST_PART) return hang(route);
    const headers = { ...route.request().headers(), range: `bytes=${from}-${FIRST_PART - 1}` };
    return route.fulfill({ response: await route.fetch({ headers }) });
  });
  await page.route(/\/api\/media\?ids=/, hang);
  await play(page, songs[0]);
  const alert = bar(page).getByRole('alert');
  await expect(alert).toHaveText('Slow connection. Buffering…');
  const reached = await heard(page);
  expect(reached).toBeGreaterThan(1);
  await expect(alert).toHaveText('No connection. Trying again…');
  isHung = false;
  await Promise.all(hung.map((route) => route.abort()));
  await sounding(page);
  expect(await heard(page)).toBeGreaterThanOrEqual(reached - 0.5);
  await expect(alert).toHaveCount(0);
});

test('a dialog that fails to load shows an error while the music keeps playing, and opens at the next click', async ({
  page,
}) => {
  let isLost = true;
  for (const part of [
    'frame/playing/display.tsx',
    'frame/playing/queue/queue-panel.tsx',
    'frame/playing/settings/settings-dialog.tsx',
    'catalogue/sharing/share-dialog.tsx',
    'community/follows/subscribe-dialog.tsx',
  ])
    await page.route(chunkOf(part), (route) => (isLost ? route.abort() : route.continue()));
  await play(page, songs[0]);
  for (const [button, dialog] of [
    ['Expand the player', /^Player/],
    ['Queue', 'Queue'],
    ['Playback settings', 'Playback settings'],
    ['Share Cast Iron Heart', 'Share this song'],
    ['Subscribe', /^Subscribe/],
  ] as const) {
    isLost = true;
    await bar(page).getByRole('button', { name: button, exact: true }).click();
    const message = page.getByText('This could not be opened. Check your connection and try again.', { exact: true });
    await expect(message).toBeVisible();
    await message.click({ force: true });
    await expect(message).toHaveCount(0);
    expect(await isSounding(page)).toBe(true);
    isLost = false;
    await bar(page).getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('a page works without the smaller parts that fail to load, and loads them once it is back online', async ({
  page,
}) => {
  await musician(page);
  let isLost = true;
  for (const part of [
    'frame/shell/member-menus.tsx',
    'listening/stats/stats-dialog.tsx',
    'community/follows/followed-news.tsx',
  ])
    await page.route(chunkOf(part), (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/notifications');
  const banner = page.getByRole('banner');
  const inbox = banner.getByRole('button', { name: /^Notifications/ });
  await expect(page.getByRole('heading', { name: 'Your Notifications' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Upload' })).toBeVisible();

  // A part that the user opened shows an error in its place.
  await page.getByRole('link', { name: 'From musicians you follow' }).click();
  const missing = page.getByText('This part of the page could not be loaded. Check your connection and try again.');
  await expect(missing).toBeVisible();
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(missing).toBeVisible();
  await banner.getByRole('button', { name: 'Stats' }).click();
  await expect(
    page.getByText('This could not be opened. Check your connection and try again.', { exact: true }),
  ).toBeVisible();
  await expect(inbox).toHaveCount(0);

  isLost = false;
  await page.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText(/^Nothing yet. Follow musicians/)).toBeVisible();
  await banner.getByRole('button', { name: 'Stats' }).click();
  await expect(page.getByRole('dialog', { name: 'Your stats' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(inbox).toBeVisible();
});

test('a video whose library fails to load shows an error, and plays once the library loads', async ({ page }) => {
  let isLost = true;
  await page.route(chunkOf('../node_modules/hls.js/dist/hls.mjs'), (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await page.goto(`/${owner}/${clip}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('alert')).toBeVisible();
  isLost = false;
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
});

test('a screen that fails to load shows an error while the music keeps playing, and opens once it loads', async ({
  page,
}) => {
  let isLost = true;
  const chunk = chunkOf('catalogue/categories/categories-screen.tsx');
  await page.route(chunk, (route) => (isLost ? route.abort() : route.continue()));
  await play(page, songs[0]);
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Genres' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  // While offline, the message doesn't suggest a reload, which would lose the page and the music.
  await expect(page.getByRole('main')).toContainText('No connection. Check your network and try again.');
  expect(await isSounding(page)).toBe(true);
  // The page tries again automatically once it is online. That attempt must fail, too.
  const failsAgain = page.waitForEvent('requestfailed', (request) => request.url().endsWith(chunk.replace('**', '')));
  await page.context().setOffline(false);
  await failsAgain;
  await expect(page.getByRole('main')).toContainText('Try again, or reload the page.');
  isLost = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
  expect(await isSounding(page)).toBe(true);
});

test('a page whose screens were removed with an older version reloads once', async ({ page }) => {
  for (const [screen, address] of [
    ['catalogue/categories/categories-screen.tsx', '/genres'],
    ['community/profiles/profile-screen.tsx', `/${owner}`],
    ['catalogue/media/media-screen.tsx', `/${owner}/${songs[0]}`],
  ] as const) {
    await page.goto(supper);
    await page.route(chunkOf(screen), (route) => route.fulfill({ status: 404 }));
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.locator(`a[href="${address}"]:visible`).first().click();
    await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
    expect(loads).toBe(1);
    await page.unroute(chunkOf(screen));
  }
});

test('a seek while a video is still loading sets the position at which it starts', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  const came = Promise.withResolvers<void>();
  await page.route(chunkOf('../node_modules/hls.js/dist/hls.mjs'), async (route) => {
    await came.promise;
    await route.continue();
  });
  await page.goto(`/${owner}/${clip}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  const seek = bar(page).getByRole('slider', { name: 'Seek' });
  await seek.press('ArrowRight');
  await expect(seek).toHaveAttribute('aria-valuenow', '5');
  await page.evaluate(() => {
    const element = document.querySelector('video')!;
    element.addEventListener('playing', () => (document.body.dataset['began'] = String(element.currentTime)));
  });
  came.resolve();
  await expect.poll(() => page.evaluate(() => Number(document.body.dataset['began']))).toBeGreaterThanOrEqual(5);
});

test('a video plays adaptively, with its picture in the expanded player', async ({ page }) => {
  await play(page, clip);
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page).locator('video')).toBeVisible();
  await sounding(page);
  expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBeGreaterThan(0);
});

test('PL-05 J-14 the bar’s link to the musician has the Master Chef’s icon once the musician has earned it', async ({
  page,
}) => {
  const chef = await musician(page);
  const [first = ''] = await Promise.all([1, 2, 3, 4].map((n) => heardAs(`Course ${n}`, [94, 93, 95], chef)));
  const fifth = await insertMedia(db, { musicianId: chef, title: 'Course 5', allowCuration: true });
  const link = bar(page).getByRole('link', { name: 'Juno Reyes' });
  await page.goto(`/${chef}/${first}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(link).toBeVisible();
  await expect(link.locator('svg')).toHaveCount(0);

  const verdict = { curationStats: { storytelling: 94, execution: 93, thumbnailArt: 95 } };
  await asAdmin(async (admin) => {
    expect((await admin.put(`/api/media/${fifth}`, { headers: HEADERS, data: verdict })).status()).toBe(200);
  });
  await page.reload();
  await expect(link).toHaveAccessibleName('Juno Reyes, Master Chef');
  await expect(link.locator('svg')).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(`/${chef}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName('Juno Reyes, Master Chef');
});
