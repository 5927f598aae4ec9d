import { type Page, expect, test } from '@playwright/test';
import { song, video } from '../server/testkit/fixtures.ts';
import { HEADERS } from './reviewing.ts';
import { asAdmin, expectAccessible, mediaOf, musician, processed, uploaded } from './uploading.ts';

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
