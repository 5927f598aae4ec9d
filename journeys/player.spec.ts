import { type Locator, type Page, type Route, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { chunkOf } from './chunks.ts';
import { listening } from './listening.ts';
import { HEADERS, asAdmin, musician } from './people.ts';
import { unique } from './reviewing.ts';
import { mediaOf } from './uploading.ts';

let db: Pool;
let owner: string;
let songs: readonly [string, string];
let other: string;
let clip: string;
/** The address of a genre of their own, whose list holds the two songs alone. */
let supper: string;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  ({ owner, songs, other, clip } = await listening(page));
  await page.close();
  db = openDatabase();
  const [id, slug] = [newId(), `supper${unique()}`];
  await db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', ${slug}, ${slug}, 99)`;
  await db`update media set genre_id = ${id} where id in ${db(songs)}`;
  supper = `/genres/${slug}`;
});
test.afterAll(async () => {
  // What has a score stands in some genre.
  await db`update media set genre_id = (select id from categories where slug = 'soul') where id in ${db(songs)}`;
  await db`delete from categories where slug = ${supper.replace('/genres/', '')}`;
  await db.end();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
/** The title in the bar, which comes first in it. */
const titled = (page: Page) => bar(page).getByRole('paragraph').first();
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });
const isSounding = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return element !== null && !element.paused && element.currentTime > 0.1;
  });
/** Seconds into the track. */
const heard = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
const sounding = (page: Page, yes = true) => expect.poll(() => isSounding(page)).toBe(yes);

/** A media with these scores that sounds like the first song; returns its id. */
async function heardAs(title: string, scores: [number, number, number], musicianId = owner): Promise<string> {
  const id = await insertMedia(db, { musicianId, title, scores, length: 63 });
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  await changeSource(db, id, { playback: db.json(sounds?.playback as never) });
  return id;
}

/** The page of a media, playing. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  // The sound may be there before the bar, which listens to keys.
  await expect(bar(page)).toBeVisible();
}

test('PL-01 PL-07 PL-08 PL-15 PL-21 RT-53 a visitor plays, pauses, and goes on while pages change', async ({
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
});

test('PL-03 PL-04 PL-19 the bar shows the figures of the media, its ring and its musician', async ({ page }) => {
  // One of its own: the others are played by other journeys meanwhile.
  const id = await heardAs('Counted', [94, 93, 95]);
  await db`update media set play_count = 1234, remember_count = 1 where id = ${id}`;
  await play(page, id);
  expect((await mediaOf(page, id))['length']).toBeCloseTo(63, 0);
  await expect(titled(page)).toHaveText('Counted');
  for (const text of ['1,234 plays', '1 fav']) await expect(bar(page).getByText(text, { exact: true })).toBeVisible();
  await expect(bar(page).getByText('Score 94, PRFCTLY SEASND', { exact: true })).toBeAttached();
  await expect(bar(page).getByText('Master Chef')).toHaveCount(0);
  await bar(page).getByRole('link', { name: 'Juno Reyes' }).click();
  await expect(page).toHaveURL(`/${owner}`);
});

test('PL-02 PL-13 PL-15 RT-06 expands, closes at a page change, collapses, and closes for good', async ({ page }) => {
  await play(page, songs[0]);
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page).getByText('Cooked at night.', { exact: true })).toBeVisible();
  await expect(display(page).getByRole('list', { name: 'Labels' }).getByText('late', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(display(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page)).toBeVisible();
  await page.goBack();
  await expect(display(page)).toHaveCount(0);
  await sounding(page);
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(bar(page)).toHaveCount(0);
  await sounding(page, false);
});

test('PL-09 next starts the next track of the list, and seeks by keys', async ({ page }) => {
  await page.goto(supper);
  const buttons = page.getByRole('main').getByRole('button', { name: /^Play / });
  await expect(buttons).toHaveCount(2);
  const [first = '', second = ''] = (
    await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  ).map((label) => label.replace(/^Play /, ''));
  expect([first, second].toSorted()).toEqual(['Cast Iron Heart', 'Smoke Ring']);
  await buttons.first().focus();
  await page.keyboard.press('Enter');
  await sounding(page);
  await expect(titled(page)).toHaveText(first);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('ArrowRight');
  await expect.poll(() => heard(page)).toBeGreaterThan(5);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('Home');
  await expect.poll(() => heard(page)).toBeLessThan(3);
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(titled(page)).toHaveText(second);
  await sounding(page);
  await page.keyboard.press('p');
  await expect(titled(page)).toHaveText(first);
});

test('PL-16 three requests for new addresses, then it stops and says so', async ({ page }) => {
  let refreshes = 0;
  page.on('request', (request) => {
    if (/\/api\/media\?ids=/.test(request.url())) refreshes += 1;
  });
  await page.route('**/files/*/media/**', (route) => route.fulfill({ status: 403, body: 'expired' }));
  await page.goto(`/${owner}/${songs[0]}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('alert')).toHaveText('This could not be played. Try again.');
  expect(refreshes).toBe(3);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await page.unroute('**/files/*/media/**');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
});

test('PL-16 e5 a network that is lost for a moment is bridged', async ({ page }) => {
  await page.goto(`/${owner}/${songs[0]}`);
  // Both are away once: the file for the player, then the server for the question after new addresses.
  let [lostFiles, lostQuestions] = [1, 1];
  await page.route('**/files/*/media/**', (route) => (lostFiles-- > 0 ? route.abort() : route.continue()));
  await page.route(/\/api\/media\?ids=/, (route) => (lostQuestions-- > 0 ? route.abort() : route.continue()));
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  expect(lostQuestions, 'one question was lost, the next answered').toBe(-1);
  await expect(bar(page).getByRole('alert')).toHaveCount(0);
});

test('PL-16 a browser without network says so, and goes on with what was chosen when the network is back', async ({
  page,
  context,
}) => {
  await page.goto(supper);
  const buttons = page.getByRole('main').getByRole('button', { name: /^Play / });
  await buttons.first().click();
  await sounding(page);
  await context.setOffline(true);
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(bar(page).getByRole('alert')).toHaveText('No connection. Trying again…');
  const chosen = (await titled(page).textContent()) ?? '';
  await sounding(page, false);
  await context.setOffline(false);
  await sounding(page);
  await expect(bar(page).getByRole('alert')).toHaveCount(0);
  await expect(titled(page)).toHaveText(chosen);
});

test('PL-16 e5 files that a server cannot give for a while are waited for, without a press, and played from where it was', async ({
  page,
}) => {
  let [isDown, asked] = [false, 0];
  page.on('request', (request) => (asked += /\/api\/media\?ids=/.test(request.url()) ? 1 : 0));
  await page.route('**/files/*/media/**', (route) =>
    isDown ? route.fulfill({ status: 503, body: 'The server restarts.' }) : route.continue(),
  );
  await page.goto(`/${owner}/${songs[0]}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(15);
  // What the browser loaded already is left behind with its page.
  isDown = true;
  await page.reload();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('alert')).toHaveText('No connection. Trying again…');
  const before = asked;
  await expect.poll(() => asked).toBeGreaterThan(before);
  await sounding(page, false);
  isDown = false;
  await sounding(page);
  expect(await heard(page)).toBeGreaterThan(14);
  await expect(bar(page).getByRole('alert')).toHaveCount(0);
});

test('PL-16 bytes that stay away without an error are said, looked for, and played on from where it was', async ({
  page,
}) => {
  // Of the file the first part comes; then packets get lost in the middle of the song, and so does what is asked.
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

test('what is opened without a network says so, the player stays, and the next press opens it', async ({ page }) => {
  let isLost = true;
  for (const part of [
    'player/display.tsx',
    'player/queue/queue-panel.tsx',
    'player/settings/settings-dialog.tsx',
    'sharing/share-dialog.tsx',
    'follows/subscribe-dialog.tsx',
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

test('a page whose smaller parts cannot be fetched goes on without them, and has them once it is back online', async ({
  page,
}) => {
  await musician(page);
  let isLost = true;
  for (const part of ['shell/member-menus.tsx', 'stats/stats-dialog.tsx', 'follows/followed-news.tsx'])
    await page.route(chunkOf(part), (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/notifications');
  const banner = page.getByRole('banner');
  const inbox = banner.getByRole('button', { name: /^Notifications/ });
  await expect(page.getByRole('heading', { name: 'Your Notifications' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Upload' })).toBeVisible();

  // What somebody came for says that it is missing, in its place.
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

test('a video whose library cannot be fetched says so, and plays once it can be', async ({ page }) => {
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

test('a screen that cannot be fetched says so, the music plays on, and it is opened once it can be', async ({
  page,
}) => {
  let isLost = true;
  await page.route(chunkOf('categories/categories-screen.tsx'), (route) => (isLost ? route.abort() : route.continue()));
  await play(page, songs[0]);
  await page.context().setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: 'Genres' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible();
  // Whoever loaded the page again now would lose it and the music.
  await expect(page.getByRole('main')).toContainText('No connection. Check your network and try again.');
  expect(await isSounding(page)).toBe(true);
  await page.context().setOffline(false);
  await expect(page.getByRole('main')).toContainText('Try again, or reload the page.');
  isLost = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
  expect(await isSounding(page)).toBe(true);
});

test('a page whose screens are gone with an older version is loaded anew, once', async ({ page }) => {
  for (const [screen, address] of [
    ['categories/categories-screen.tsx', '/genres'],
    ['users/profile-screen.tsx', `/${owner}`],
    ['media/media-screen.tsx', `/${owner}/${songs[0]}`],
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

test('SC-07 the player shows a score from 60 up, and none below', async ({ page }) => {
  const [just, low] = [await heardAs('Just Done', [60, 60, 60]), await heardAs('Not Done', [59, 59, 59])];
  await play(page, just);
  await expect(titled(page)).toHaveText('Just Done');
  await expect(bar(page).getByText('Score 60, UNDR COOKD', { exact: true })).toBeAttached();
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await play(page, low);
  await expect(titled(page)).toHaveText('Not Done');
  await expect(bar(page)).not.toContainText(/Score|Chopped/i);
});

// The only journey that plays this one.
test('PL-17 a play is counted once, after 5 percent of the duration', async ({ page }) => {
  const before = Number((await mediaOf(page, other))['playCount']);
  const plays: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/stats')) plays.push(request.postData() ?? '');
  });
  // Where in the track it was when that was said: the page itself knows best.
  await page.addInitScript(() => {
    const { fetch } = window;
    const saidAt: number[] = [];
    Object.assign(window, { saidAt });
    window.fetch = (...request) => {
      if (String(request[0]) === '/api/stats') saidAt.push(document.querySelector('video')?.currentTime ?? 0);
      return fetch(...request);
    };
  });
  await play(page, other);
  await expect.poll(() => plays.length).toBe(1);
  expect(JSON.parse(plays[0] ?? '')).toMatchObject({ statTitle: 'play-media', media: other });
  const [saidAt = 0] = await page.evaluate(() => (window as unknown as { saidAt: number[] }).saidAt);
  // 5 percent of 60 seconds, counted from the moment when it could sound: on a busy machine a little before it does.
  expect(saidAt).toBeGreaterThan(1.5);
  await expect.poll(() => heard(page)).toBeGreaterThan(7);
  expect(plays).toHaveLength(1);
  await expect.poll(async () => (await mediaOf(page, other))['playCount']).toBe(before + 1);
});

test('a press on the waveform of a song that is not in the player plays it from there', async ({ page }) => {
  await page.goto(`/${owner}/${songs[0]}`);
  const box = (await page.getByRole('main').getByRole('slider', { name: 'Seek' }).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await sounding(page);
  expect(await heard(page)).toBeGreaterThan(30);
});

test('a place that is gone to while a video is still on its way is where it begins', async ({ page }) => {
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

test('a video plays through its ladder, with its picture in the display', async ({ page }) => {
  await play(page, clip);
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page).locator('video')).toBeVisible();
  await sounding(page);
  expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBeGreaterThan(0);
});

test('a video plays in its place on its page, goes on in the bar’s corner elsewhere, by one element and without a break', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // Nothing is to follow, nor be loaded ahead.
    localStorage.setItem('player-keep-playing', 'off');
    const made: HTMLMediaElement[] = [];
    Object.assign(window, { made });
    const create = Document.prototype.createElement as (this: Document, ...request: unknown[]) => HTMLElement;
    Document.prototype.createElement = function (this: Document, ...request: unknown[]) {
      const element = create.apply(this, request);
      if (element instanceof HTMLMediaElement) made.push(element);
      return element;
    } as typeof document.createElement;
    window.Audio = new Proxy(Audio, {
      construct(target, request: [string?]) {
        const element = new target(...request);
        made.push(element);
        return element;
      },
    });
  });
  const main = page.getByRole('main');
  const picture = main.locator('video');
  await page.goto(`/${owner}/${clip}`);
  const cover = main.locator('article img').first();
  await expect(cover).toBeVisible();
  const before = await cover.evaluate((image) => image.getBoundingClientRect().toJSON() as DOMRect);
  await play(page, clip);

  // Slowly, so that six seconds last for all of this; whatever would be a break is written down.
  await page.evaluate(() => {
    const element = document.querySelector('video')!;
    element.playbackRate = 0.1;
    const breaks: string[] = [];
    let pictures = 0;
    const count = () => {
      pictures += 1;
      element.requestVideoFrameCallback(count);
    };
    element.requestVideoFrameCallback(count);
    for (const name of ['pause', 'waiting', 'emptied', 'loadstart', 'seeking', 'error'])
      element.addEventListener(name, () => breaks.push(name));
    Object.assign(window, { breaks, pictures: () => pictures });
  });
  const pictures = () => page.evaluate(() => (window as unknown as { pictures: () => number }).pictures());
  /** It is seen there, and goes on. */
  const goesOn = async (where: Locator) => {
    await expect(where).toBeVisible();
    const until = await pictures();
    await expect.poll(pictures).toBeGreaterThan(until);
  };

  await goesOn(picture);
  await expect(cover).toHaveCount(0);
  const { left, top, width, height } = await picture.evaluate(
    (video) => video.getBoundingClientRect().toJSON() as DOMRect,
  );
  expect([left, width / height]).toEqual([before.left, expect.closeTo(16 / 9, 1)]);
  expect(top).toBeLessThan(before.bottom);

  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  await goesOn(bar(page).locator('video'));
  await page.setViewportSize({ width: 390, height: 844 });
  await goesOn(bar(page).locator('video'));
  await bar(page).getByRole('button', { name: 'Open Night Oven in the player' }).click();
  await goesOn(display(page).locator('video'));
  await page.keyboard.press('Escape');
  await goesOn(bar(page).locator('video'));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goBack();
  await goesOn(picture);
  expect(await page.evaluate(() => (window as unknown as { breaks: string[] }).breaks)).toEqual([]);
  // Those that were ever given something to play.
  const played = await page.evaluate(() =>
    (window as unknown as { made: HTMLMediaElement[] }).made
      .filter(({ currentSrc }) => currentSrc !== '')
      .map(({ localName }) => localName),
  );
  expect(played).toEqual(['video']);

  // Where it ended, the cover is again.
  await page.evaluate(() => (document.querySelector('video')!.playbackRate = 8));
  await expect(cover).toBeVisible();
  await expect(picture).toHaveCount(0);
});

test('a card’s play button comes when its title has the keyboard’s focus, and is always there for fingers', async ({
  page,
  browser,
}) => {
  const find = (on: Page) => {
    const card = on.getByRole('main').getByRole('article').first();
    return { title: card.getByRole('link').first(), button: card.getByRole('button', { name: /^Play / }) };
  };
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(supper);
  await expect(find(page).button).toHaveCSS('opacity', '0');
  await find(page).title.focus();
  await expect(find(page).button).toHaveCSS('opacity', '1');

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const touched = await phone.newPage();
  await touched.goto(supper);
  await expect(find(touched).button).toHaveCSS('opacity', '1');
  await phone.close();
});

test('a reload brings the track back, paused where it was', async ({ page }) => {
  await play(page, songs[0]);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(30);
  await page.reload();
  await expect(titled(page)).toHaveText('Cast Iron Heart');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(Number(await bar(page).getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow'))).toBeGreaterThan(
    29,
  );

  // A shorter file may have replaced it meanwhile. One that is loaded is begun anew by the browser itself.
  await page.addInitScript(() => {
    const saved = JSON.parse(sessionStorage.getItem('player') ?? '{}') as object;
    sessionStorage.setItem('player', JSON.stringify({ ...saved, at: 500 }));
  });
  const { promise: mayLoad, resolve: letLoad } = Promise.withResolvers<void>();
  await page.route(/\/files\//, async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.reload();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  letLoad();
  await sounding(page);
  expect(await heard(page)).toBeLessThan(10);
});

test('CU-21 the score on a media page opens the criteria', async ({ page }) => {
  await page.goto(`/${owner}/${songs[0]}`);
  await page.getByRole('button', { name: 'Score 94, PRFCTLY SEASND. How scoring works', exact: true }).click();
  const criteria = page.getByRole('dialog', { name: 'How scoring works' });
  await expect(criteria.getByRole('term')).toHaveText(['Storytelling', 'Execution', 'Thumbnail art']);
  await expect(criteria.getByText(/^\d+ to \d+$/)).toHaveText(['85 to 100', '70 to 84', '60 to 69', '1 to 59']);
  const promise = 'A review usually takes 24 hours. In busy weeks it can take up to 48 hours.';
  await expect(criteria.getByText(promise, { exact: true })).toBeVisible();
});

test('RT-54 a media that is not there leads to /browse, without a message', async ({ page }) => {
  await page.goto(`/${owner}/01900000-0000-7000-8000-000000000000`);
  await expect(page).toHaveURL(/\/browse/);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test.describe('a playlist whose address asks for playing', () => {
  const first = async (page: Page) =>
    (await page.getByRole('main').getByRole('article').first().getByRole('link').first().textContent()) ?? 'nothing';

  test('PL-20 play=true starts its first media, an id that one, and nothing does without', async ({ page }) => {
    await page.goto(`${supper}?play=true`);
    await sounding(page);
    await expect(titled(page)).toHaveText(await first(page));
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await page.goto(`${supper}?play=${songs[1]}`);
    await sounding(page);
    await expect(titled(page)).toHaveText('Smoke Ring');
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await page.goto(supper);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await expect(bar(page)).toHaveCount(0);
    // A song that is in the player by itself goes on, among the others of the playlist.
    await page.evaluate(() => localStorage.setItem('player-keep-playing', 'off'));
    await page.goto(`${supper}?play=${songs[1]}`);
    await sounding(page);
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Smoke Ring', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await sounding(page);
    await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
    await expect.poll(() => heard(page)).toBeGreaterThan(29);
    // In the same tab, as by a link.
    await page.evaluate((address) => history.pushState(null, '', address), `${supper}?play=${songs[1]}`);
    await bar(page).getByRole('button', { name: 'Queue', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Queue' }).getByRole('button', { name: /^Move / })).toHaveCount(2);
    await sounding(page);
    expect(await heard(page)).toBeGreaterThan(29);
  });

  test('PL-20 it is asked once: neither Back nor a reload plays it again', async ({ page }) => {
    await page.goto(`${supper}?play=${songs[1]}`);
    await sounding(page);
    await expect(titled(page)).toHaveText('Smoke Ring');
    await expect(page).not.toHaveURL(/play=/);
    await page.getByRole('main').getByRole('link', { name: 'Cast Iron Heart', exact: true }).click();
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
    await expect(titled(page)).toHaveText('Cast Iron Heart');
    await sounding(page);
    await page.goBack();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await expect(titled(page)).toHaveText('Cast Iron Heart');
    await sounding(page);
    await bar(page).getByRole('button', { name: 'Pause' }).click();
    await page.reload();
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await expect(titled(page)).toHaveText('Cast Iron Heart');
    await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  test('PL-20 where the browser wants a click first, the play button waits for it', async ({ page }) => {
    // Looking at a page from here counts as a click in it, so that the browser's own refusal cannot be had.
    await page.addInitScript(() => {
      const { play } = HTMLMediaElement.prototype;
      let clicked = false;
      addEventListener('pointerdown', () => (clicked = true), { capture: true });
      HTMLMediaElement.prototype.play = function () {
        return clicked ? play.call(this) : Promise.reject(new DOMException('A click first.', 'NotAllowedError'));
      };
    });
    await page.goto(`${supper}?play=true`);
    await expect(titled(page)).toHaveText(await first(page));
    const prompt = bar(page).getByRole('button', { name: 'Play', exact: true });
    await expect(prompt).toBeVisible();
    expect(await isSounding(page)).toBe(false);
    await prompt.click();
    await sounding(page);
  });
});

test('two presses in a row pause it and let it go on: the first pause is not heard of after the second press', async ({
  page,
}) => {
  await play(page, songs[0]);
  await page.evaluate(async () => {
    const element = document.querySelector('video')!;
    const paused = new Promise((resolve) => element.addEventListener('pause', resolve, { once: true }));
    for (let times = 0; times < 2; times += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', bubbles: true }));
    await paused;
  });
  await expect(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await isSounding(page)).toBe(true);
});

test('the player’s keys can be switched off, and stay off on this device', async ({ page }) => {
  await play(page, songs[0]);
  const keys = page.getByRole('menuitemcheckbox', { name: 'Player keys' });
  const press = async (key: string) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press(key);
  };
  await press('k');
  await sounding(page, false);
  await press('k');
  await sounding(page);

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(keys).toBeChecked();
  await keys.click();
  // Where it is paused, any of them would be seen: it would play, or be elsewhere.
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await sounding(page, false);
  const place = await heard(page);
  expect(place).toBeGreaterThan(0);
  for (const key of ['k', 'j', 'l', 'n', 'p', 'ArrowRight', ' ', 'k']) await press(key);
  await expect(titled(page)).toHaveText('Cast Iron Heart');
  expect([await isSounding(page), await heard(page)]).toEqual([false, place]);

  // The controls themselves go on working by keys.
  await bar(page).getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await sounding(page);
  await bar(page).getByRole('button', { name: 'Pause' }).press('Enter');
  await sounding(page, false);
  await page.reload();
  await expect(bar(page)).toBeVisible();
  await press('k');
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await expect(keys).not.toBeChecked();
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await keys.click();
  await press('k');
  await sounding(page);
});

test('PL-05 J-14 the bar’s link to the musician carries the Master Chef’s icon once that is earned', async ({
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
