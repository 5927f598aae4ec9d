import { type Page, expect, test } from '@playwright/test';
import { newId } from '../server/ids.ts';
import { song, video } from '../server/testkit/fixtures.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, unique } from './reviewing.ts';
import { asAdmin, expectAccessible, expectAccessibleNow, mediaOf, musician, processed, uploaded } from './uploading.ts';

const SCORES = { storytelling: 94, execution: 93, thumbnailArt: 95 };

let songs: [string, string];
let clip: string;
let owner: string;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  owner = await musician(page);
  const paths = [
    await song({ seconds: 63, format: 'mp3', seed: 'player one' }),
    await song({ seconds: 40, format: 'mp3', seed: 'player two' }),
    await video({ seconds: 6, width: 320, height: 180, seed: 'player clip' }),
  ];
  const ids: string[] = [];
  for (const path of paths) ids.push(await uploaded(page, path));
  for (const [index, id] of ids.entries()) {
    await processed(page, id);
    const title = ['Cast Iron Heart', 'Smoke Ring', 'Night Oven'][index];
    const data = { title, description: 'Cooked at night.', tags: [{ text: 'late' }], published: true };
    const answer = await page.request.put(`/api/media/${id}`, {
      headers: HEADERS,
      data: { ...data, allowCuration: true },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    await asAdmin(page, (admin) =>
      admin.put(`/api/media/${id}`, { headers: HEADERS, data: { curationStats: SCORES, curatedGenre: 'soul' } }),
    );
  }
  songs = [ids[0]!, ids[1]!];
  clip = ids[2]!;
  await context.close();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });
const isSounding = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('video');
    return element !== null && !element.paused && element.currentTime > 0.1;
  });
const sounding = (page: Page, yes = true) => expect.poll(() => isSounding(page)).toBe(yes);

/** The page of a media, playing. */
async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/${owner}/${id}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  // The sound may be there before the bar, which listens to keys.
  await expect(bar(page)).toBeVisible();
}

test('PL-01 PL-07 PL-08 PL-21 RT-53 a visitor plays, pauses, and goes on while pages change', async ({ page }) => {
  const ranges: number[] = [];
  page.on('response', (answer) => answer.url().includes('/files/') && ranges.push(answer.status()));
  await play(page, songs[0]);
  expect(ranges.every((status) => status === 200 || status === 206)).toBe(true);
  await bar(page).getByRole('button', { name: 'Pause' }).click();
  await sounding(page, false);
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  await expect(bar(page)).toContainText('Cast Iron Heart');
  await sounding(page);
});

test('PL-03 PL-04 PL-19 the bar shows the figures of the media, its ring and its musician', async ({ page }) => {
  await play(page, songs[0]);
  const media = await mediaOf(page, songs[0]);
  expect(media['length']).toBeCloseTo(63, 0);
  const count = Number(media['playCount']);
  await expect(bar(page)).toContainText(`${count} ${count === 1 ? 'play' : 'plays'}`);
  await expect(bar(page)).toContainText(`${Number(media['rememberCount'])} favs`);
  await expect(bar(page)).toContainText('Score 94, PRFCTLY SEASND');
  await expect(bar(page).getByText('Master Chef')).toHaveCount(0);
  await bar(page).getByRole('link', { name: 'Juno Reyes' }).click();
  await expect(page).toHaveURL(`/${owner}`);
});

test('PL-02 PL-13 RT-06 expands, closes at a page change, collapses, and closes for good', async ({ page }) => {
  await play(page, songs[0]);
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page)).toContainText('Cooked at night.');
  await expect(display(page).getByRole('list', { name: 'Labels' })).toContainText('late');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(display(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page)).toBeVisible();
  await page.goBack();
  await expect(display(page)).toHaveCount(0);
  await sounding(page);
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Close the player' }).click();
  await expect(bar(page)).toHaveCount(0);
  await sounding(page, false);
});

test('PL-09 next starts the next track of the list, and seeks by keys', async ({ page }) => {
  await page.goto('/perfectly-seasoned');
  const buttons = page.getByRole('main').getByRole('button', { name: /^Play / });
  await expect(buttons.nth(2)).toBeAttached();
  const titles = (await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map(
    (label) => label.replace(/^Play /, ''),
  );
  // Not with the clip, which would be over too soon.
  const start = titles[0] === 'Night Oven' ? 1 : 0;
  await buttons.nth(start).focus();
  await page.keyboard.press('Enter');
  await sounding(page);
  await expect(bar(page)).toContainText(titles[start] ?? '');
  const heard = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('ArrowRight');
  await expect.poll(heard).toBeGreaterThan(5);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('Home');
  await expect.poll(heard).toBeLessThan(3);
  await bar(page).getByRole('button', { name: 'Next' }).click();
  await expect(bar(page)).toContainText(titles[start + 1] ?? '');
  await sounding(page);
  await page.keyboard.press('p');
  await expect(bar(page)).toContainText(titles[start] ?? '');
});

test('PL-16 three requests for new addresses, then it stops and says so', async ({ page }) => {
  let refreshes = 0;
  page.on('request', (request) => {
    if (/\/api\/media\?ids=/.test(request.url())) refreshes += 1;
  });
  await page.route('**/files/*/media/**', (route) => route.fulfill({ status: 403, body: 'expired' }));
  await page.goto(`/${owner}/${songs[0]}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page).getByRole('alert')).toContainText('could not be played');
  expect(refreshes).toBe(3);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await page.unroute('**/files/*/media/**');
  await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
  await sounding(page);
});

test('PL-17 a play is counted once, after 5 percent of the duration', async ({ page }) => {
  const plays: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/stats')) plays.push(request.postData() ?? '');
  });
  await play(page, songs[1]);
  const heard = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await expect.poll(heard, { intervals: [50] }).toBeGreaterThan(1);
  expect(plays).toHaveLength(0);
  await expect.poll(() => plays.length).toBe(1);
  expect(await heard()).toBeGreaterThanOrEqual(1.7);
  expect(JSON.parse(plays[0] ?? '')).toMatchObject({ statTitle: 'play-media', media: songs[1] });
  await expect.poll(heard).toBeGreaterThan(5);
  expect(plays).toHaveLength(1);
  await expect.poll(async () => (await mediaOf(page, songs[1]))['playCount'], { timeout: 20_000 }).not.toBe(0);
});

test('a video plays through its ladder, with its picture in the display', async ({ page }) => {
  await play(page, clip);
  await bar(page).getByRole('button', { name: 'Expand the player' }).click();
  await expect(display(page).locator('video')).toBeVisible();
  await sounding(page);
  expect(await page.evaluate(() => document.querySelector('video')?.videoWidth)).toBeGreaterThan(0);
});

test('a reload brings the track back, paused where it was', async ({ page }) => {
  await play(page, songs[0]);
  await bar(page).getByRole('slider', { name: 'Seek' }).press('PageUp');
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(30);
  await page.reload();
  await expect(bar(page)).toContainText('Cast Iron Heart');
  await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  expect(Number(await bar(page).getByRole('slider', { name: 'Seek' }).getAttribute('aria-valuenow'))).toBeGreaterThan(
    29,
  );
});

test('CU-21 the score on a media page opens the criteria', async ({ page }) => {
  await page.goto(`/${owner}/${songs[0]}`);
  await page.getByRole('button', { name: /How scoring works/ }).click();
  const criteria = page.getByRole('dialog', { name: 'How scoring works' });
  for (const text of ['Storytelling', 'Execution', 'Thumbnail art', '85 to 100', '60 to 69', '48 hours'])
    await expect(criteria).toContainText(text);
  await expectAccessible(page);
});

test('RT-54 a media that is not there leads to /browse, without a message', async ({ page }) => {
  await page.goto(`/${owner}/01900000-0000-7000-8000-000000000000`);
  await expect(page).toHaveURL(/\/browse/);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test.describe('a playlist whose address asks for playing', () => {
  let address: string;

  // A genre of its own, so that its list holds these songs alone.
  test.beforeAll(async () => {
    const db = await openDatabase();
    const [id, slug] = [newId(), `supper${unique()}`];
    await db`insert into categories (id, kind, name, slug, position) values (${id}, 'genre', ${slug}, ${slug}, 99)`;
    await db`update media set genre_id = ${id} where id in ${db(songs)}`;
    await db.end();
    address = `/genres/${slug}`;
  });
  test.afterAll(async () => {
    const db = await openDatabase();
    // What has a score stands in some genre.
    await db`
      update media set genre_id = (select id from categories where slug = 'soul') where id in ${db(songs)}`;
    await db`delete from categories where slug = ${address.replace('/genres/', '')}`;
    await db.end();
  });
  const first = async (page: Page) =>
    (await page.getByRole('main').getByRole('article').first().getByRole('link').nth(1).textContent()) ?? 'nothing';

  test('PL-20 play=true starts its first media, an id that one, and nothing does without', async ({ page }) => {
    await page.goto(`${address}?play=true`);
    await sounding(page);
    await expect(bar(page)).toContainText(await first(page));
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await page.goto(`${address}?play=${songs[1]}`);
    await sounding(page);
    await expect(bar(page)).toContainText('Smoke Ring');
    await bar(page).getByRole('button', { name: 'Close the player' }).click();
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
    await expect(bar(page)).toHaveCount(0);
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
    await page.goto(`${address}?play=true`);
    await expect(bar(page)).toContainText(await first(page));
    const prompt = bar(page).getByRole('button', { name: 'Play', exact: true });
    await expect(prompt).toBeVisible();
    expect(await isSounding(page)).toBe(false);
    await prompt.click();
    await sounding(page);
  });
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
  await expectAccessibleNow(page);
  await keys.click();
  for (const key of ['k', 'j', 'l', 'n', 'p', ' ', 'ArrowRight']) await press(key);
  await expect(bar(page)).toContainText('Cast Iron Heart');
  await sounding(page);
  const slider = bar(page).getByRole('slider', { name: 'Seek' });
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThan(9);

  // The controls themselves go on working by keys.
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

test('PL-05 the bar’s link to the musician carries the Master Chef’s icon once that is earned', async ({ page }) => {
  test.setTimeout(150_000);
  const chef = await musician(page);
  const ids: string[] = [];
  for (const seed of ['chef 1', 'chef 2', 'chef 3', 'chef 4', 'chef 5'])
    ids.push(await uploaded(page, await song({ seconds: 3, format: 'mp3', seed })));
  for (const id of ids) {
    await processed(page, id);
    const data = { published: true, allowCuration: true };
    expect((await page.request.put(`/api/media/${id}`, { headers: HEADERS, data })).status()).toBe(200);
  }
  const link = bar(page).getByRole('link', { name: 'Juno Reyes' });
  const serve = (id: string) =>
    asAdmin(page, (admin) => admin.put(`/api/media/${id}`, { headers: HEADERS, data: { curationStats: SCORES } }));

  for (const id of ids.slice(0, 4)) await serve(id);
  await page.goto(`/${chef}/${ids[0]}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(link).toBeVisible();
  await expect(link.locator('svg')).toHaveCount(0);

  await serve(ids[4] ?? '');
  await page.reload();
  await expect(link).toHaveAccessibleName(/^Juno Reyes\s?, Master Chef$/);
  await expect(link.locator('svg')).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(`/${chef}`);
});
