import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { HEADERS, enter, freshPage, signUp } from './testkit/people.ts';

let db: Pool;
let owner: string;
let songs: readonly [string, string];
let clip: string;
/** A song with the sound of the first song, but with a length of eleven minutes in the database. */
let long: string;

test.beforeAll(async () => {
  ({ owner, songs, clip } = await listening());
  db = openDatabase();
  long = await insertMedia(db, { musicianId: owner, title: 'Long Simmer', scores: [94, 93, 95], length: 660 });
  const [sounds] = await db<{ playback: unknown }[]>`select playback from sources where owner_id = ${songs[0]}`;
  await changeSource(db, long, { playback: db.json(sounds?.playback as never) });
});
test.afterAll(() => db.end());

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Playback settings' });
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const heard = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
const rate = (page: Page) => page.evaluate(() => document.querySelector('video')?.playbackRate ?? 0);
const sounding = (page: Page, yes = true) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.querySelector('video');
        return element !== null && !element.paused && element.currentTime > 0.1;
      }),
    )
    .toBe(yes);

/** Opens the page of a song or video and plays it. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(bar(page)).toBeVisible();
}
const openSettings = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Playback settings' }).click();
  await expect(settings(page)).toBeVisible();
};

test('“?” lists all keys on every page and over the player, but not while a user types', async ({ page }) => {
  await play(page, songs[0]);
  const letter = (key: string) => shortcuts(page).getByText(key, { exact: true });
  const search = page.getByRole('combobox', { name: 'Search' }).first();
  await search.fill('what');
  await page.keyboard.press('?');
  await expect(search).toHaveValue('what?');
  await expect(shortcuts(page)).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  for (const key of ['Space', 'K', 'J', 'L', 'N', 'P', '<', '>', '?']) await expect(letter(key).first()).toBeVisible();
  // In a dialog other than the player's, the player's keys do nothing.
  await page.keyboard.press('k');
  await sounding(page);
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toHaveCount(0);

  await page.keyboard.press('e');
  await expect(page.getByRole('dialog', { name: /^Player/ })).toBeVisible();
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The menu opens the list, too, and the list shows that the keys are switched off.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Player keys' }).click();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(shortcuts(page).getByRole('status')).toContainText('off on this device');
});

test('the speed is changed by key and in the settings, and is kept for the next track and after a reload', async ({
  page,
}) => {
  await play(page, songs[0]);
  await page.keyboard.press('>');
  await expect.poll(() => rate(page)).toBe(1.25);
  await openSettings(page);
  await expect(settings(page).getByLabel('Speed')).toHaveValue('1.25');
  await settings(page).getByLabel('Speed').selectOption('2');
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Playback settings, 2×' })).toBeVisible();
  const from = await heard(page);
  const began = await page.evaluate(() => performance.now());
  await expect.poll(() => heard(page)).toBeGreaterThan(from + 4);
  const took = (await page.evaluate(() => performance.now())) - began;
  expect(((await heard(page)) - from) / (took / 1000), 'seconds of music a second').toBeGreaterThan(1.4);

  await page.reload();
  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  expect(await rate(page)).toBe(2);
  await play(page, songs[1]);
  expect(await rate(page)).toBe(2);
  await page.keyboard.press('<');
  await expect.poll(() => rate(page)).toBe(1.75);
});

test('the sleep timer stops playback after its minutes, or at the end of a song although others follow', async ({
  page,
}) => {
  await page.clock.install();
  await play(page, songs[0]);
  await openSettings(page);
  await settings(page).getByLabel('Sleep timer').selectOption('5');
  await expect(settings(page).getByText(/^Playback stops in [45]:\d\d\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page).getByRole('button', { name: 'Playback settings, sleep timer on' })).toBeVisible();
  await page.clock.fastForward('04:00');
  await sounding(page);
  // The timer continues after a reload.
  await page.reload();
  await expect(bar(page).getByRole('button', { name: 'Playback settings, sleep timer on' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await openSettings(page);
  await expect(settings(page).getByLabel('Sleep timer')).toHaveValue('5');
  await expect(settings(page).getByText(/^Playback stops in 0:\d\d\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.fastForward('01:01');
  await sounding(page, false);
  await expect(page.getByText('The sleep timer has stopped playback.')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Playback settings', exact: true })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Close the player' }).click();

  // Play a list with several playable songs, so that another song would follow.
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await sounding(page);
  const title = bar(page).getByRole('paragraph').first();
  const first = (await title.textContent()) ?? '';
  await expect(bar(page).getByRole('button', { name: 'Next' })).toBeEnabled();
  await openSettings(page);
  await settings(page).getByLabel('Sleep timer').selectOption('end');
  await page.keyboard.press('Escape');
  await bar(page).getByRole('slider', { name: 'Seek' }).press('End');
  await sounding(page, false);
  await expect(page.getByText('The sleep timer has stopped playback.')).toBeVisible();
  await expect(title).toHaveText(first);
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await expect(title).toHaveText(first);
});

test('a song of over ten minutes resumes where the listener left it, and restarts once it was played to the end', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await play(page, long);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(20);
  const left = await heard(page);
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(bar(page)).toHaveCount(0);
  await play(page, long);
  await expect(page.getByText(/^Resuming at 0:\d\d, where you left off/)).toBeVisible();
  expect(await heard(page)).toBeGreaterThan(left - 1);
  // A time in a comment takes precedence over the saved position, even if it is the beginning.
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  const comment = { headers: HEADERS, data: { comment: 'From 0:00 on.' } };
  await signUp(page);
  const said = await page.request.post(`/api/comments/${long}`, comment);
  expect(said.status(), await said.text()).toBe(200);
  await page.goto(`/${owner}/${long}`);
  await page.getByRole('button', { name: 'Listen from 0:00' }).click();
  await sounding(page);
  expect(await heard(page)).toBeLessThan(10);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('End');
  await sounding(page, false);
  await play(page, long);
  expect(await heard(page)).toBeLessThan(10);

  // A short song always starts at its beginning.
  await play(page, songs[0]);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(20);
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await play(page, songs[0]);
  expect(await heard(page)).toBeLessThan(10);
});

test('the saved position and a fresh URL of the next song are requested before the current song ends', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('player-keep-playing', 'off');
    document.addEventListener('ended', () => performance.mark('ended'), { capture: true });
  });
  await signUp(page);
  const place = { headers: HEADERS, data: { places: [{ media: long, at: 30, age: 0 }] } };
  expect((await page.request.put('/api/player/places', place)).status()).toBe(200);
  await play(page, songs[0]);
  // The URLs that the page has for the song expire in a minute.
  const soon = Math.floor(Date.now() / 1000 + 60).toString(36);
  await page.route(`**/${owner}/${long}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/\/files\/[0-9a-z]+\./g, `/files/${soon}.`);
    await route.fulfill({ response, body });
  });
  await page.goto(`/${owner}/${long}`);
  await page.getByRole('main').getByRole('button', { name: 'More for Long Simmer' }).click();
  await page.getByRole('menuitem', { name: 'Add to queue' }).click();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await page.evaluate(() => {
    const element = document.querySelector('video')!;
    element.currentTime = element.duration - 12;
  });
  await expect(bar(page).getByRole('paragraph').first()).toHaveText('Long Simmer');
  await expect.poll(() => heard(page)).toBeGreaterThan(30);
  // Milliseconds from each request to the end of the first song.
  const ahead = await page.evaluate((id) => {
    const [end] = performance.getEntriesByName('ended');
    const calls = performance.getEntriesByType('resource').map(({ name, startTime }) => ({
      url: new URL(name),
      by: (end?.startTime ?? 0) - startTime,
    }));
    const asked = (isIt: (url: URL) => boolean) => calls.flatMap(({ url, by }) => (isIt(url) ? [by] : []));
    return {
      places: asked(({ pathname }) => pathname === `/api/player/places/${id}`),
      addresses: asked(({ pathname, searchParams }) => pathname === '/api/media' && searchParams.get('ids') === id),
    };
  }, long);
  expect(ahead).toEqual({ places: [expect.any(Number)], addresses: [expect.any(Number)] });
  for (const by of [...ahead.places, ...ahead.addresses]) expect(by).toBeGreaterThan(0);
});

test('an account resumes a long song on another device, also at a position from before the sign-in', async ({
  page,
  browser,
}) => {
  const seek = (one: Page) => bar(one).getByRole('slider', { name: 'Seek' });
  const pause = (one: Page) => bar(one).getByRole('button', { name: 'Pause', exact: true }).click();
  const word = (one: Page) => one.getByText(/^Resuming at 0:\d\d, where you left off/);
  const kept = async (one: Page) => {
    const answer = await one.request.get(`/api/player/places/${long}`);
    return ((await answer.json()) as { place: { at: number } | null }).place?.at;
  };
  await page.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await play(page, long);
  await seek(page).press('PageUp');
  await expect.poll(() => heard(page)).toBeGreaterThan(16);
  await pause(page);
  const left = await heard(page);
  const person = await signUp(page);
  await page.goto(`/${owner}`);
  await expect.poll(() => kept(page)).toBe(Math.floor(left));

  const other = await freshPage(browser);
  await other.addInitScript(() => localStorage.setItem('player-keep-playing', 'off'));
  await enter(other, person);
  await play(other, long);
  await expect(word(other)).toBeVisible();
  expect(await heard(other)).toBeGreaterThan(left - 1);
  await seek(other).press('ArrowRight');
  await expect.poll(() => heard(other)).toBeGreaterThan(left + 4);
  await pause(other);
  const further = Math.floor(await heard(other));
  await expect.poll(() => kept(other)).toBe(further);

  // The first device has an earlier position stored, but resumes at the later one.
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await play(page, long);
  await expect(word(page)).toBeVisible();
  expect(await heard(page)).toBeGreaterThan(further - 1);
  await seek(page).press('End');
  await sounding(page, false);
  await expect.poll(() => kept(page)).toBe(0);
  await bar(other).getByRole('button', { name: 'Close the player' }).click();
  await play(other, long);
  expect(await heard(other)).toBeLessThan(10);
});

test('the picture quality of a video is chosen by height, and the choice is kept on this device', async ({ page }) => {
  // The clip has one rendition. List it in the playlist a second time, with a larger size.
  await page.route('**/*.m3u8', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    const [, info = '', file = ''] = /^(#EXT-X-STREAM-INF:.*)\n(.+)$/m.exec(text) ?? [];
    const larger = info.replace(/RESOLUTION=\d+x\d+/, 'RESOLUTION=1280x720');
    await route.fulfill({ response: answer, body: info === '' ? text : `${text}\n${larger}\n${file}\n` });
  });
  await play(page, clip);
  await openSettings(page);
  const picture = settings(page).getByLabel('Picture quality');
  await expect(picture.getByRole('option')).toHaveText([/^Automatic/, '720p', '180p']);
  await picture.selectOption('180p');
  await page.reload();
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await openSettings(page);
  await expect(settings(page).getByLabel('Picture quality')).toHaveValue('180');
  await settings(page).getByLabel('Picture quality').selectOption('');
  await expect(settings(page).getByRole('option', { name: /^Automatic \(now \d+p\)$/ })).toBeAttached();
  // The playlist of the other rendition may be loading at this moment.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
