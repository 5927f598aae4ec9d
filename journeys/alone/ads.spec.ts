import { type Page, expect, test } from '../testkit/test.ts';
import { image, song } from '../../fixtures/files.ts';
import type { Pool } from '../../server/platform/db/connection.ts';
import { made, setAds, withoutAds } from '../testkit/ad-making.ts';
import { openDatabase } from '../testkit/catalogue.ts';
import { listening } from '../testkit/listening.ts';
import { HEADERS, asAdmin, asAdministrator, signUp } from '../testkit/people.ts';
import { dragOnto, drop, pickUp } from '../testkit/sorting.ts';
import { toast } from '../testkit/reviewing.ts';
import { PROCESSING } from '../testkit/uploading.ts';

let db: Pool;
let poster: string;
let jingle: string;
test.beforeAll(async () => {
  db = openDatabase();
  // Remove ads left over from earlier test files.
  await withoutAds(db);
  poster = await image({ width: 900, height: 400, format: 'png' });
  jingle = await song({ seconds: 6, format: 'mp3', seed: 'jingle' });
});
test.afterAll(async () => {
  await withoutAds(db);
  await db.end();
});

const dialog = (page: Page) => page.getByRole('dialog');
const slot = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const titles = (page: Page) =>
  page
    .getByRole('list', { name: 'Ads' })
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
/** Checks that the field with this label shows this error. */
const wrong = async (page: Page, label: string, text: string) => {
  await expect(slot(page, label)).toHaveAccessibleDescription(new RegExp(`^${text.replaceAll('.', '\\.')}`));
  await expect(dialog(page).getByText(text, { exact: true }).first()).toBeVisible();
};
/** Holds back the pictures of ads until the returned function is called. Countdowns don't start before that. */
async function holdPictures(page: Page): Promise<() => void> {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/posters\//, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
}
/** Makes the page record every text of its timer in `counted`. */
const noteTimer = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counted: string[] = [];
    new MutationObserver(() => {
      const text = document.querySelector('[role=timer]')?.textContent;
      if (text && text !== counted.at(-1)) counted.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { counted });
  });
const localDay = (at: Date) =>
  `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;

test('J-23 RT-35 EM-06 only administrators can open the ads, and the list is empty at first', async ({ page }) => {
  await page.goto('/admin/ads');
  await expect(page).toHaveURL('/login');
  await signUp(page);
  await page.goto('/admin/ads');
  await expect(page).toHaveURL('/login');
  await asAdministrator(page);
  await page.goto('/admin/media');
  await page.getByRole('link', { name: 'Ads', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Administer Ads' })).toBeVisible();
  await expect(page).toHaveTitle('Administer Ads | Scoville');
  await expect(page.getByText('No ads have been added yet.', { exact: true })).toBeVisible();
});

test('J-23 AD-13 AD-16 AD-17 AD-23 AD-32 VA-41 VA-42 VA-43 VA-44 VA-45 VA-46 VA-47 VA-48 VA-49 VA-51 VA-52 the form of a new ad shows an error at each invalid field, and is sent as form data', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    // The server saves the new ad and its first change, but the page doesn't receive either response.
    let lost = 2;
    window.fetch = async (...request) => {
      const body = request[1]?.body;
      const isChange = request[1]?.method === 'PUT';
      if (body instanceof FormData)
        Object.assign(window, { sent: [...body].map(([name, value]) => [name, typeof value]) });
      else if (!isChange) return fetch(...request);
      const answer = await fetch(...request);
      if (lost === 0 || isChange !== (lost === 1)) return answer;
      lost -= 1;
      throw new TypeError(`The answer was lost: ${answer.status}`);
    };
  });
  await asAdministrator(page);
  await page.goto('/admin/ads');
  await page.getByRole('button', { name: 'New ad' }).click();
  for (const name of ['Update', 'Remove']) await expect(button(page, name)).toHaveCount(0);
  await button(page, 'Save').click();
  for (const [label, text] of [
    ['Title', 'Title is required.'],
    ['Owner', 'Owner is required.'],
    ['Type', 'Type is required.'],
    ['Limit type', 'Limit type is required.'],
    ['Start date', 'Start date is required.'],
    ['Start time', 'Start time is required.'],
    ['File', 'File is required.'],
  ] as const)
    await wrong(page, label, text);
  // On a phone, the Save button is visible at every scroll position, so a failed save must scroll to the first error.
  await page.setViewportSize({ width: 390, height: 700 });
  await slot(page, 'Price in dollars').focus();
  await expect(slot(page, 'Title')).not.toBeInViewport();
  await button(page, 'Save').click();
  await expect(slot(page, 'Title')).toBeFocused();
  await expect(slot(page, 'Title')).toBeInViewport();

  await slot(page, 'Type').selectOption('Media');
  await expect(slot(page, 'Display length (seconds)')).toHaveCount(0);
  await slot(page, 'Type').selectOption('Poster');
  await slot(page, 'Display length (seconds)').fill('');
  for (const typed of ['-1', 'soon']) {
    await slot(page, 'Skip after (seconds)').fill(typed);
    await button(page, 'Save').click();
    await wrong(page, 'Skip after (seconds)', 'Skip after is a whole number of seconds, from 0 to 3600.');
  }
  await wrong(page, 'Display length (seconds)', 'Display length is required.');

  const today = new Date();
  const last = new Date(today.getFullYear(), today.getMonth() + 2, 0).getDate();
  const inAMonth = new Date(today.getFullYear(), today.getMonth() + 1, Math.min(today.getDate(), last));
  await slot(page, 'Limit type').selectOption('Date');
  await expect(slot(page, 'Start date')).toHaveValue(localDay(today));
  await expect(slot(page, 'End date')).toHaveValue(localDay(inAMonth));
  for (const label of ['End date', 'End time', 'Start time']) await slot(page, label).fill('');
  await slot(page, 'Start date').fill('99/99/9999');
  await button(page, 'Save').click();
  await wrong(page, 'Start date', 'Date is not a valid format.');
  await wrong(page, 'Start time', 'Start time is required.');
  await wrong(page, 'End date', 'End date is required.');
  await wrong(page, 'End time', 'End time is required.');
  await slot(page, 'Limit type').selectOption('Impressions');
  for (const label of ['End date', 'End time']) await expect(slot(page, label)).toHaveCount(0);
  await button(page, 'Save').click();
  await wrong(page, 'Total Impressions', 'Total Impressions is required.');
  await slot(page, 'Total Impressions').fill('0');
  await button(page, 'Save').click();
  await wrong(page, 'Total Impressions', 'Total Impressions is a whole number from 1.');
  await slot(page, 'Total Impressions').fill('6000');
  await expect(slot(page, 'Total Impressions')).toHaveAccessibleDescription(
    'Spread over 30 days: at most 200 a day, or 400 after days with few listeners. The first 100 may be shown at once.',
  );
  await page.setViewportSize({ width: 1440, height: 900 });

  await slot(page, 'Title').fill('Guitars on sale');
  await slot(page, 'Owner').fill('owner@example.org');
  await slot(page, 'Display length (seconds)').fill('8');
  await slot(page, 'Skip after (seconds)').fill('5');
  await slot(page, 'Limit type').selectOption('Date');
  // The part of the field that opens the file chooser looks like a button, distinct from the file's name.
  const chooser = await slot(page, 'File').evaluate(
    (field) => getComputedStyle(field, '::file-selector-button').borderTopWidth,
  );
  expect(chooser).toBe('1px');
  await slot(page, 'File').setInputFiles(poster);
  // The response to this save gets lost. Saving again with another title must not create a second ad.
  await slot(page, 'Title').fill('Guitars');
  await button(page, 'Save').click();
  const refusal = dialog(page).getByRole('form', { name: 'Ad' }).getByRole('alert');
  await expect(refusal).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await slot(page, 'Title').fill('Guitars and drums');
  await button(page, 'Save').click();
  // The response to the change gets lost, too. Changing the title back is a new change, not a retry.
  await expect(button(page, 'Update')).toBeEnabled();
  await expect(refusal).toBeVisible();
  await slot(page, 'Title').fill('Guitars');
  await button(page, 'Update').click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await titles(page)).toEqual(['Guitars']);
  await page.getByRole('button', { name: 'Edit: Guitars' }).click();
  await slot(page, 'Title').fill('Guitars on sale');
  await button(page, 'Update').click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await titles(page)).toEqual(['Guitars on sale']);
  const sent = await page.evaluate(() => (window as unknown as { sent: [string, string][] }).sent);
  expect(Object.fromEntries(sent)).toMatchObject({ isAd: 'string', adWindow: 'string', file: 'object' });
  await asAdmin(async (admin) => {
    const { ads } = (await (await admin.get('/api/ab')).json()) as { ads: Record<string, unknown>[] };
    expect(ads).toMatchObject([{ title: 'Guitars on sale', type: 'poster', displayLength: 8, skipAfter: 5 }]);
  });
});

test('J-23 AD-14 AD-15 AD-26 AD-28 AD-29 AD-30 AD-31 ER-33 ER-38 an administrator views an ad and its stats, mails the stats, and changes and removes the ad', async ({
  page,
}) => {
  await db`delete from ads`;
  const id = await made(poster, { title: 'Strings', displayLength: '8', skipAfter: '5' });
  await db`update ad_goals set impressions = 40, clicks = 3, skips = 2, skip_seconds = 13 where ad_id = ${id}`;
  await asAdministrator(page);
  await page.goto('/admin/ads');
  const row = page.getByRole('article', { name: 'Strings' });
  for (const text of ['Strings', 'Poster', '8 s', '5 s', 'View Ad', 'Send Stats', 'View Stats', 'Edit'])
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Move Strings' })).toBeVisible();
  const open = (task: string) => row.getByRole('button', { name: `${task}: Strings` }).click();

  await open('View Ad');
  const picture = dialog(page).getByRole('img', { name: 'Strings' });
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(900);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  await open('View Stats');
  await expect(dialog(page).getByRole('term')).toHaveText([
    'Impressions',
    'Clicked',
    'Skipped',
    'Average time until a skip',
  ]);
  await expect(dialog(page).getByRole('definition')).toHaveText(['40', '3', '2', '6.5 s']);
  await expect(dialog(page).getByRole('list')).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  const mails = () => db`select "to" from outbox where kind = 'ad-stats' and subject like '%: Strings'`;
  await open('Send Stats');
  await button(page, 'Cancel').click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await mails()).toEqual([]);
  await open('Send Stats');
  // The response gets lost. Sending again must not create a second mail.
  await page.route('**/api/ab/sendStatsEmail/*', async (route) => {
    expect((await route.fetch()).status()).toBe(200);
    await route.abort();
  });
  await button(page, 'Send').click();
  await page.getByRole('alert').getByRole('button', { name: 'Close message' }).click();
  await page.unrouteAll();
  await button(page, 'Send').click();
  await expect(toast(page, 'Email Sent').first()).toBeVisible();
  expect(await mails()).toEqual([{ to: 'owner@example.org' }]);

  await open('Edit');
  await expect(button(page, 'Save')).toHaveCount(0);
  for (const name of ['Update', 'Remove']) await expect(button(page, name)).toBeVisible();
  for (const label of ['Type', 'File']) await expect(slot(page, label)).toBeDisabled();
  const { adWindow: before } = await asAdmin(
    async (admin) => (await (await admin.get(`/api/ab/stats/${id}`)).json()) as { adWindow: { startDate: string } },
  );
  const put = (data: object) =>
    asAdmin(async (admin) => (await admin.put(`/api/ab/${id}`, { headers: HEADERS, data })).json());
  expect(await put({ type: 'media', file: 'other.mp3' })).toMatchObject({ type: 'poster', file: 'poster.png' });
  await slot(page, 'Title').fill('Strings and picks');
  await slot(page, 'Limit type').selectOption('Impressions');
  await slot(page, 'Total Impressions').fill('2');
  await button(page, 'Update').click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'View Stats: Strings and picks' }).click();
  await expect(dialog(page).getByRole('definition')).toHaveText(['0', '0', '0', '–']);
  const day = await page.evaluate(
    (start) => new Date(start).toLocaleDateString(undefined, { dateStyle: 'medium' }),
    before.startDate,
  );
  await expect(dialog(page).getByRole('listitem')).toHaveText([`${day}: 40 impressions, 3 clicked, 2 skipped`]);
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  const remove = async () => {
    await page.getByRole('button', { name: 'Edit: Strings and picks' }).click();
    await button(page, 'Remove').click();
    await expect(dialog(page)).toContainText('This cannot be undone.');
  };
  await remove();
  await button(page, 'Cancel').click();
  expect(await titles(page)).toEqual(['Strings and picks']);
  await remove();
  await button(page, 'Remove').click();
  await expect(page.getByText('No ads have been added yet.', { exact: true })).toBeVisible();
});

test('J-23 AD-27 ER-32 VA-50 ads are sorted by their handles, and the ad settings are saved', async ({ page }) => {
  await db`delete from ads`;
  for (const title of ['One', 'Two', 'Three']) await made(poster, { title, displayLength: '5' });
  await asAdministrator(page);
  await page.goto('/admin/ads');
  await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three']);
  const saved = () => page.waitForResponse((answer) => answer.url().endsWith('/api/ab/ab-positions'));
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });
  const move = (title: string) => page.getByRole('button', { name: `Move ${title}` });
  await dragOnto(move('One'), move('Three'), said('One is in position 3 of 3.'));
  const first = saved();
  await drop(page);
  expect((await first).status()).toBe(200);
  await expect.poll(() => titles(page)).toEqual(['Two', 'Three', 'One']);
  await expect(said('One was moved to position 3 of 3.')).toBeAttached();
  await pickUp(move('One'), said('One is in position 3 of 3.'));
  await page.keyboard.press('ArrowUp');
  await expect(said('One is in position 2 of 3.')).toBeAttached();
  const second = saved();
  await page.keyboard.press('Space');
  expect((await second).status()).toBe(200);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three']);

  const settings = page.getByRole('region', { name: 'Ad settings' });
  const interval = settings.getByLabel('Play interval (seconds)');
  await settings.getByLabel('Ads are on').check();
  await interval.fill('');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(interval).toHaveAccessibleDescription(/^Play interval is required\./);
  const kept = async () => (await (await page.request.get('/api/settings')).json()) as { ads: object };
  expect((await kept()).ads).toMatchObject({ enabled: false, playInterval: 600 });
  await interval.fill('10');
  await settings.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Ad Settings Updated').first()).toBeVisible();
  expect((await kept()).ads).toEqual({ enabled: true, playInterval: 10, playDuring: 0, playDuringMinTime: 0 });
  // Ads rotate in the order of the list.
  const seen: string[] = [];
  for (let time = 0; time < 4; time += 1) {
    const answer = await page.request.post('/api/ab/next', { headers: HEADERS, data: {} });
    seen.push(((await answer.json()) as { ad: { title: string } }).ad.title);
  }
  expect(seen).toEqual(['Two', 'One', 'Three', 'Two']);
});

test('an ad’s clip continues at its position when the player is expanded, and the countdown waits until it plays', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + PROCESSING);
  const { owner } = await listening();
  await page.context().clearCookies();
  await db`delete from ads`;
  const clip = await made(jingle, { title: 'Jingle' });
  await expect
    .poll(async () => (await db`select 1 from ads where id = ${clip} and source_id is not null`).length, {
      timeout: PROCESSING,
    })
    .toBe(1);
  await setAds({});
  // Records the position in seconds at which each clip of an ad starts to play.
  await page.addInitScript(() => {
    const begun: number[] = [];
    document.addEventListener(
      'playing',
      ({ target }) => {
        const video = target as HTMLVideoElement;
        if (video.closest('[aria-label="Advertisement"]') !== null) begun.push(video.currentTime);
      },
      { capture: true },
    );
    Object.assign(window, { begun });
  });
  const begun = () => page.evaluate(() => (window as unknown as { begun: number[] }).begun);
  await page.clock.install();
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const ad = page.getByRole('region', { name: 'Advertisement' });
  await expect
    .poll(() => ad.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime))
    .toBeGreaterThan(2);
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/\/files\//, async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Expand the player' }).click();
  const timer = page.getByRole('dialog', { name: /^Player/ }).getByRole('timer');
  const left = (await timer.textContent()) ?? '';
  await page.clock.runFor(3000);
  await expect(timer).toHaveText(left);
  letCome();
  await expect.poll(async () => (await begun()).length).toBe(2);
  // The saved position is up to a quarter of a second old.
  expect((await begun())[1]).toBeGreaterThan(1.7);
  await expect(ad).toHaveCount(0);
});

test('J-02 AD-01 AD-04 AD-05 AD-07 AD-08 AD-09 AD-10 AD-11 PL-10 PL-15 an ad precedes a visitor’s first song, and another follows after ten seconds of music', async ({
  page,
}) => {
  test.setTimeout(test.info().timeout + 2 * PROCESSING);
  const { owner } = await listening();
  await page.context().clearCookies();
  const plays = async (id: string) =>
    (await db<{ n: number }[]>`select play_count as n from media where id = ${id}`)[0]?.n;
  const before = new Map(
    (await db<{ id: string; n: number }[]>`select id, play_count as n from media`).map(({ id, n }) => [id, n]),
  );
  const told: string[] = [];
  page.on('request', (one) => {
    const said = one.url().endsWith('/api/stats') ? (one.postDataJSON() as { statTitle: string; media: string }) : null;
    if (said?.statTitle === 'play-media') told.push(said.media);
  });
  await db`delete from ads`;
  const link = { infoUrl: 'https://guitars.example/sale', infoUrlText: 'To the sale' };
  const first = await made(poster, { title: 'Guitars', displayLength: '60', skipAfter: '5', ...link });
  const clip = await made(jingle, { title: 'Jingle' });
  await expect
    .poll(async () => (await db`select 1 from ads where id = ${clip} and source_id is not null`).length, {
      timeout: PROCESSING,
    })
    .toBe(1);
  await db`
    update sources set loudness_lufs = -8, true_peak_dbtp = -10 where id = (select source_id from ads where id = ${clip})`;
  await made(poster, { title: 'Drums', displayLength: '3' });
  await setAds({});

  const ad = page.getByRole('region', { name: 'Advertisement' });
  const bar = page.getByRole('region', { name: 'Player' });
  const next = bar.getByRole('button', { name: 'Next' });
  const isSounding = () =>
    page.evaluate(() => [...document.querySelectorAll('video')].some((one) => !one.paused && one.currentTime > 0.1));
  await noteTimer(page);
  const letCome = await holdPictures(page);
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect(ad.getByText('Ad', { exact: true })).toBeVisible();
  await expect(ad.getByRole('button', { name: 'SKIP IN 0:05' })).toBeDisabled();
  await expect(ad.getByRole('timer')).toHaveText('1:00');
  letCome();
  await expect(ad.getByRole('img', { name: 'Guitars' })).toBeVisible();
  await expect(ad.getByRole('timer')).toHaveText(/^0:\d\d$/);
  const more = ad.getByRole('link', { name: 'To the sale' });
  await expect(more).toHaveAttribute('href', 'https://guitars.example/sale');
  await expect(next).toBeDisabled();
  expect(await isSounding()).toBe(false);
  const skip = ad.getByRole('button', { name: 'SKIP AD', exact: true });
  await expect(skip).toBeEnabled();
  await skip.click();
  await expect(ad).toHaveCount(0);
  await expect.poll(isSounding).toBe(true);
  // It is too early for another ad now; the next one is due after ten seconds of music.
  await next.click();
  await expect.poll(isSounding).toBe(true);
  await expect(ad).toHaveCount(0);
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect
    .poll(async () => (await db`select impressions, skips from ad_goals where ad_id = ${first}`)[0])
    .toEqual({ impressions: 1, skips: 1 });
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(10.5);
  // More than 5 percent of the song was heard, so the song counts as played. The ad doesn't count as a play.
  const track = told.at(-1) ?? '';
  await expect.poll(() => plays(track)).toBe((before.get(track) ?? 0) + 1);
  await next.click();
  await expect(ad.getByText('Jingle', { exact: true })).toBeVisible();
  // The ad is no louder than the music: its -8 LUFS are lowered to -14 LUFS, half the amplitude.
  await expect(ad.locator('video')).toHaveJSProperty('volume', 10 ** (-6 / 20));
  await expect(ad.getByRole('button', { name: /^SKIP/ })).toHaveCount(0);
  await expect(ad.getByRole('link')).toHaveCount(0);
  await expect(next).toBeDisabled();
  // The track starts when the clip has ended.
  await expect(ad).toHaveCount(0);
  await expect.poll(isSounding).toBe(true);
  await expect
    .poll(async () => (await db`select impressions, skips from ad_goals where ad_id = ${clip}`)[0])
    .toEqual({ impressions: 1, skips: 0 });

  // A new visit starts with the next ad of the rotation, a poster that counts down to its end.
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  await expect(ad.getByText('Drums', { exact: true })).toBeVisible();
  await expect(ad).toHaveCount(0);
  const counted = await page.evaluate(() => (window as unknown as { counted: string[] }).counted);
  expect(counted[0]).toBe('0:03');
  expect(counted).toEqual(counted.toSorted().toReversed());
  expect(counted.at(-1)).toMatch(/^0:0[01]$/);
  await expect.poll(isSounding).toBe(true);
});

test('AD-12 the skip button counts down in minutes and seconds, and is then enabled', async ({ page }) => {
  const { owner } = await listening();
  await page.context().clearCookies();
  await db`delete from ads`;
  await made(poster, { title: 'Patience', displayLength: '90', skipAfter: '65' });
  await setAds({});
  await page.clock.install();
  const letCome = await holdPictures(page);
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const ad = page.getByRole('region', { name: 'Advertisement' });
  const skip = ad.getByRole('button', { name: /^SKIP/ });
  await expect(skip).toHaveText('SKIP IN 1:05');
  await expect(skip).toBeDisabled();
  // The countdown starts once the picture has loaded.
  letCome();
  await expect(skip).toHaveText(/^SKIP IN (1:0[0-4]|0:\d\d)$/);
  await page.clock.runFor(65_000);
  await expect(skip).toHaveText('SKIP AD');
  await skip.click();
  await expect(ad).toHaveCount(0);
});

test('J-23 AD-02 AD-18 AD-20 an ad with a clip is created in the form, and is shown exactly as often as its limit allows', async ({
  page,
  browser,
}) => {
  test.setTimeout(test.info().timeout + 4 * PROCESSING);
  const { owner } = await listening();
  await db`delete from ads`;
  await setAds({});
  await asAdministrator(page);
  await page.goto('/admin/ads');
  await page.getByRole('button', { name: 'New ad' }).click();
  await slot(page, 'Title').fill('Jingle twice');
  await slot(page, 'Owner').fill('owner@example.org');
  await slot(page, 'Type').selectOption('Media');
  await slot(page, 'Skip after (seconds)').fill('');
  await slot(page, 'File').setInputFiles(jingle);
  await slot(page, 'Limit type').selectOption('Impressions');
  await slot(page, 'Total Impressions').fill('3');
  await expect(slot(page, 'Total Impressions')).toHaveAccessibleDescription('Shown as soon as there are listeners.');
  await button(page, 'Save').click();
  await expect(dialog(page)).toHaveCount(0);
  await expect
    .poll(async () => (await db`select 1 from ads where source_id is not null`).length, { timeout: PROCESSING })
    .toBe(1);
  const row = page.getByRole('article', { name: 'Jingle twice' });
  await row.getByRole('button', { name: 'View Ad: Jingle twice' }).click();
  await expect(dialog(page).locator('video')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();

  const impressions = async () =>
    (await db<{ n: number }[]>`select impressions as n from ad_goals where closed_at is null`)[0]?.n;
  /** Starts to listen as a new visitor. Returns whether an ad was shown before the track. */
  const listens = async (): Promise<boolean> => {
    const context = await browser.newContext();
    const visitor = await context.newPage();
    const looked = visitor.waitForResponse((answer) => answer.url().endsWith('/api/ab/next'));
    await visitor.goto(`/${owner}`);
    await visitor
      .getByRole('main')
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    const { ad: next } = (await (await looked).json()) as { ad: object | null };
    const ad = visitor.getByRole('region', { name: 'Advertisement' });
    if (next !== null) {
      await expect(ad.getByText('Jingle twice', { exact: true })).toBeVisible();
      await expect(
        visitor.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Next' }),
      ).toBeDisabled();
    }
    await expect
      .poll(() =>
        visitor.evaluate(() => {
          const track = [...document.querySelectorAll('video')].find(
            (one) => one.closest('[aria-label="Advertisement"]') === null,
          );
          return track !== undefined && !track.paused && track.currentTime > 0.1;
        }),
      )
      .toBe(true);
    await expect(ad).toHaveCount(0);
    await context.close();
    return next !== null;
  };
  expect(await listens()).toBe(true);
  await expect.poll(impressions).toBe(1);

  // A different total starts a new goal, whose figures begin at zero.
  await row.getByRole('button', { name: 'Edit: Jingle twice' }).click();
  for (const label of ['Type', 'File']) await expect(slot(page, label)).toBeDisabled();
  await slot(page, 'Total Impressions').fill('2');
  await button(page, 'Update').click();
  await expect(dialog(page)).toHaveCount(0);
  await row.getByRole('button', { name: 'View Stats: Jingle twice' }).click();
  await expect(dialog(page).getByRole('definition')).toHaveText(['0', '0', '0', '–']);
  await expect(dialog(page).getByText(/: 1 impression, 0 clicked, 0 skipped$/)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  for (const n of [1, 2]) {
    expect(await listens()).toBe(true);
    await expect.poll(impressions).toBe(n);
  }
  expect(await listens()).toBe(false);
  expect(await impressions()).toBe(2);

  await row.getByRole('button', { name: 'Edit: Jingle twice' }).click();
  await button(page, 'Remove').click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await button(page, 'Remove').click();
  await expect(page.getByText('No ads have been added yet.', { exact: true })).toBeVisible();
});

test('an ad whose file never arrives is not counted, doesn’t count down, and gives way to the music', async ({
  page,
}) => {
  const { owner } = await listening();
  await page.context().clearCookies();
  await db`delete from ads`;
  const id = await made(poster, { title: 'Late', displayLength: '20', skipAfter: '5' });
  await setAds({});
  await page.clock.install();
  // The picture is requested, but the request is never answered.
  const asked = page.waitForRequest(/\/posters\//);
  await page.route(/\/posters\//, () => {});
  await page.goto(`/${owner}`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Play / })
    .first()
    .click();
  const ad = page.getByRole('region', { name: 'Advertisement' });
  await asked;
  await page.clock.runFor(4_000);
  await expect(ad.getByRole('timer')).toHaveText('0:20');
  await expect(ad.getByRole('button', { name: 'SKIP IN 0:05' })).toBeDisabled();
  await page.clock.runFor(10_000);
  await expect(ad).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(await db`select impressions from ad_goals where ad_id = ${id}`).toEqual([{ impressions: 0 }]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a poster ends on time even if the browser throttles the player’s timers, as in a hidden tab', async ({
  page,
}) => {
  const { owner } = await listening();
  await page.context().clearCookies();
  await db`delete from ads`;
  const id = await made(poster, { title: 'Slow', displayLength: '3' });
  await setAds({});
  await page.addInitScript(() => {
    const { setInterval } = window;
    Object.assign(window, { setInterval: (tick: () => void, pause: number) => setInterval(tick, pause * 600) });
  });
  await page.goto(`/${owner}`);
  // Play a song, because the patched timer also slows the code that loads a video; browsers don't throttle that in a
  // hidden tab that plays sound.
  await page.getByRole('main').getByRole('button', { name: 'Play Cast Iron Heart' }).click();
  const ad = page.getByRole('region', { name: 'Advertisement' });
  await expect(ad.getByRole('img', { name: 'Slow' })).toBeVisible();
  await expect(ad).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => [...document.querySelectorAll('video')].some((one) => one.currentTime > 0.1)))
    .toBe(true);
  await expect
    .poll(async () => (await db`select impressions from ad_goals where ad_id = ${id}`)[0])
    .toEqual({ impressions: 1 });
});
