import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { changeSource, insertMedia } from '../server/testkit/media.ts';
import { expectAccessible, expectAccessibleNow, expectNoSideways } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { chunkOf } from './chunks.ts';
import { asAdministrator, beVisitor, freshPage, musician, signUp } from './people.ts';
import { toast } from './reviewing.ts';
import { tick } from './tick.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

/** A word that no other journey's media hold. */
const newWord = (): string => `zu${newId().replaceAll(/[^a-z]/g, '')}lo`;

const main = (page: Page) => page.getByRole('main');
const results = (page: Page, q: string) =>
  main(page)
    .getByRole('list', { name: `Results for: ${q}`, exact: true })
    .getByRole('article')
    .locator('p')
    .getByRole('link')
    .and(page.locator('[title]'));

test('RT-45 SR-05 SR-06 SR-07 SR-08 SR-09 a search shows what it found, and its address says all of it', async ({
  page,
}) => {
  const word = newWord();
  const musicianId = await musician(page);
  await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await insertMedia(db, { musicianId, title: `Video of ${word}`, type: 'video' });
  await page.goto(`/search?q=${word}`);
  await expect(page).toHaveTitle(`Results for: ${word} | Scoville`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for: ${word}`);
  await expect(main(page).getByRole('status').first()).toHaveText('2 results.');
  const [songs, videos] = [main(page).getByLabel('Songs'), main(page).getByLabel('Videos')];
  await expect(songs).toBeChecked();
  await expect(videos).toBeChecked();
  await expect(main(page).getByLabel('Under Review')).toHaveCount(0);
  await expectAccessible(page);

  await tick(videos, false);
  await expect(results(page, word)).toHaveText([`Song of ${word}`]);
  await tick(videos);
  await tick(songs, false);
  await expect(results(page, word)).toHaveText([`Video of ${word}`]);
  const facets = { local: false, songs: false, videos: true, underReview: false };
  await expect(page).toHaveURL(`/search?q=${word}&facets=${encodeURIComponent(JSON.stringify(facets))}`);
  await page.reload();
  await expect(results(page, word)).toHaveText([`Video of ${word}`]);
  await expect(songs).not.toBeChecked();

  // A place, a distance, a tag and the open drawer are in the address, too.
  await db`update users set city = 'Memphis', state = 'TN', latitude = 35.14953, longitude = -90.04898 where id = ${musicianId}`;
  const near = (location: string, distance: number) => `/search?q=${word}&location=${location}&distance=${distance}`;
  await page.goto(near('Memphis, TN', 10));
  await expect(results(page, word)).toHaveCount(2);
  await page.goto(near('Nashville, TN', 100));
  await expect(main(page).getByText(`Your query “${word}” did not return any results.`)).toBeVisible();
  await page.goto(near('Nashville, TN', 250));
  await expect(results(page, word)).toHaveCount(2);
  await expect(
    main(page).getByRole('button', { name: '250 miles around Nashville, TN. Remove this filter' }),
  ).toBeVisible();
  await page.goto(`${near('Nashville, TN', 250)}&filters=true`);
  const drawer = page.getByRole('dialog', { name: 'Filter Media' });
  await expect(drawer.getByRole('combobox', { name: 'Near' })).toHaveValue('Nashville, TN');
  await expect(drawer.getByLabel('Within')).toHaveValue('250');
  await page.goto(near('Atlantis', 50));
  await expect(
    toast(
      page,
      'We do not know a place called “Atlantis”, so this shows results from everywhere. Write it like Memphis, TN.',
    ),
  ).toBeVisible();
  await expect(results(page, word)).toHaveCount(2);
  // Nothing stands there as if it filtered.
  await main(page).getByRole('button', { name: 'Unknown place: Atlantis. Remove this filter' }).click();
  await expect(page).not.toHaveURL(/Atlantis/);
  await page.goto(`/search?q=${word}&tagged=true`);
  await expect(main(page).getByText(`Your query “${word}” did not return any results.`)).toBeVisible();
});

test('SR-13 SR-14 SR-15 SR-16 the drawer of filters, with what is under review for administrators', async ({
  page,
}) => {
  const word = newWord();
  const musicianId = await musician(page);
  await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await insertMedia(db, { musicianId, title: `Waiting ${word}`, allowCuration: true });
  await page.goto(`/search?q=${word}`);
  await expect(results(page, word)).toHaveCount(2);
  const drawer = page.getByRole('dialog', { name: 'Filter Media' });
  const open = () => page.getByRole('button', { name: 'Filter Media' }).click();
  await open();
  await expect(drawer.getByLabel('Songs')).toBeChecked();
  await expect(drawer.getByLabel('Videos')).toBeChecked();
  await expect(drawer.getByLabel('Under Review')).toHaveCount(0);
  await expect(drawer.getByLabel('Local')).toBeDisabled();
  await expect(drawer.getByLabel('Local')).not.toBeChecked();
  await expectAccessibleNow(page);
  await drawer.getByLabel('Songs').uncheck();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(results(page, word)).toHaveCount(2);

  await open();
  await drawer.getByRole('combobox', { name: 'Near' }).fill('Hilo, H');
  await page.getByRole('option', { name: 'Hilo, HI' }).click();
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/location=Hilo%2C(\+|%20)HI&distance=50/);
  await page.getByRole('button', { name: 'Search without filters' }).click();
  await expect(results(page, word)).toHaveCount(2);

  await asAdministrator(page);
  await page.goto(`/search?q=${word}`);
  await tick(main(page).getByLabel('Under Review'));
  await expect(results(page, word)).toHaveText([`Waiting ${word}`]);
  await open();
  await expect(drawer.getByLabel('Under Review')).toBeChecked();
  await drawer.getByLabel('Under Review').uncheck();
  await drawer.getByRole('button', { name: 'Apply' }).click();
  await expect(results(page, word)).toHaveCount(2);
  // No playlist has it.
  await page.goto('/genres/soul');
  await open();
  await expect(drawer.getByLabel('Songs')).toBeVisible();
  await expect(drawer.getByLabel('Under Review')).toHaveCount(0);
});

test('EM-03 a search that finds nothing says so, and offers what is nearest', async ({ page }) => {
  const word = newWord();
  const { id } = await signUp(page);
  const media = await insertMedia(db, { musicianId: id, title: `Song of ${word}` });
  await db`update media set tags = ${['slow cooked', word]} where id = ${media}`;
  await page.goto(`/search?q=${word}xyxyxy`);
  await expect(
    main(page).getByText(`Your query “${word}xyxyxy” did not return any results.`, { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Closest matches' }).getByRole('link', { name: word }).click();
  await expect(results(page, word)).toHaveText([`Song of ${word}`]);

  // Its tags lead to what carries them.
  await results(page, word).click();
  await main(page).getByRole('list', { name: 'Labels' }).getByRole('link', { name: word }).click();
  await expect(page).toHaveURL(`/search?q=${word}&tagged=true`);
  await expect(main(page).getByRole('status').first()).toHaveText('1 result. Showing only exact matches of this tag.');
  await page.goto(`/search?q=qqqqqq`);
  await expect(main(page).getByText('Your query “qqqqqq” did not return any results.', { exact: true })).toBeVisible();
  await main(page).getByRole('link', { name: 'See recommendations' }).click();
  await expect(page).toHaveURL(/\/browse/);
});

test('SR-17 SR-18 the search box stands on every screen, suggests while one types, and searches', async ({ page }) => {
  const word = newWord();
  const musicianId = await musician(page);
  const id = await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await insertMedia(db, { musicianId, title: `Video of ${word}`, type: 'video' });
  for (const path of ['/', '/genres', '/account/overview', '/help/faq', '/upload']) {
    await page.goto(path);
    await expect(page.getByRole('search').locator('input')).toBeVisible();
  }
  await beVisitor(page);
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/genres');
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.pressSequentially(word.slice(0, -3));
    await expect(list.getByRole('option')).toHaveText([
      `Video of ${word}Video by Juno Reyes`,
      `Song of ${word}Song by Juno Reyes`,
    ]);
    await expect(box).toHaveAttribute('aria-expanded', 'true');
    await expectAccessibleNow(page);
    await expectNoSideways(page);
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toContainText('Song of');
    await expect(box).toHaveAttribute('aria-activedescendant', /-1$/);
    await box.press('Escape');
    await expect(list).toBeHidden();
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await expect(box).toHaveValue(word.slice(0, -3));
    await box.press('ArrowUp');
    await box.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/${id}$`));
    await expect(list).toBeHidden();
    await box.fill(word);
    await box.press('Enter');
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(results(page, word)).toHaveCount(2);
  }
});

test('whoever types while a page is on its way is not interrupted when it comes', async ({ page }) => {
  const word = newWord();
  const musicianId = await musician(page);
  const id = await insertMedia(db, { musicianId, title: `Song of ${word}` });
  const came = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/media/${id}`), async (route) => {
    await came.promise;
    await route.continue();
  });
  await page.goto('/genres');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.pressSequentially(word);
  await page.getByRole('option', { name: `Song of ${word}` }).click();
  await expect(page).toHaveURL(new RegExp(`/${id}$`));
  await box.fill('');
  await page.keyboard.type(word);
  came.resolve();
  await expect(page.getByRole('heading', { level: 1, name: `Song of ${word}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(word));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
});

test('J-21 a visitor searches, follows a tag and looks nearby; an administrator finds what is under review', async ({
  page,
  browser,
}) => {
  const [word, tag] = [newWord(), newWord()];
  const desk = await freshPage(browser);
  const musicianId = await musician(desk);
  await db`update users set city = 'Memphis', state = 'TN', latitude = 35.14953, longitude = -90.04898 where id = ${musicianId}`;
  const song = await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await insertMedia(db, { musicianId, title: `Video of ${word}`, type: 'video' });
  await insertMedia(db, { musicianId, title: `Waiting ${word}`, allowCuration: true });
  await db`update media set tags = ${[tag]} where musician_id = ${musicianId} and title like 'Song%'`;
  /** What the address says, by name. */
  const address = () => Object.fromEntries(new URL(page.url()).searchParams);
  const [songs, videos] = [main(page).getByLabel('Songs'), main(page).getByLabel('Videos')];
  const nothing = (q: string) => main(page).getByText(`Your query “${q}” did not return any results.`, { exact: true });

  // Suggestions while one types; Enter searches.
  await page.goto('/genres');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.pressSequentially(word.slice(0, -3));
  const suggested = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(suggested.filter({ hasText: `Song of ${word}` })).toBeVisible();
  await box.fill(word);
  await box.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for: ${word}`);
  await expect(results(page, word)).toHaveCount(3);
  await expect(main(page).getByLabel('Under Review')).toHaveCount(0);
  await tick(songs, false);
  await expect(results(page, word)).toHaveText([`Video of ${word}`]);
  const only = (chosen: object) =>
    JSON.stringify({ local: false, songs: true, videos: true, underReview: false, ...chosen });
  expect(address()).toEqual({ q: word, facets: only({ songs: false }) });
  await tick(songs);
  await expect(results(page, word)).toHaveCount(3);

  // A tag of one of them.
  await main(page)
    .getByRole('link', { name: `Song of ${word}`, exact: true })
    .click();
  await expect(page).toHaveURL(`/${musicianId}/${song}`);
  await main(page).getByRole('list', { name: 'Labels' }).getByRole('link', { name: tag }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for: ${tag}`);
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);

  // A place and a distance: too far first. The address keeps all of it.
  const drawer = page.getByRole('dialog', { name: 'Filter Media' });
  const look = async (miles: string, town?: string) => {
    await page.getByRole('button', { name: 'Filter Media' }).click();
    await expect(drawer.getByLabel('Local')).toBeDisabled();
    await expect(drawer.getByLabel('Under Review')).toHaveCount(0);
    if (town !== undefined) {
      await drawer.getByRole('combobox', { name: 'Near' }).fill(town);
      await page.getByRole('option', { name: town, exact: true }).click();
    }
    await expect(drawer.getByRole('combobox', { name: 'Near' })).toHaveValue('Nashville, TN');
    await drawer.getByLabel('Within').selectOption(miles);
    await drawer.getByRole('button', { name: 'Apply' }).click();
    await expect(drawer).toHaveCount(0);
  };
  await look('100', 'Nashville, TN');
  await expect(nothing(tag)).toBeVisible();
  const chosen = { q: tag, tagged: 'true', location: 'Nashville, TN' };
  expect(address()).toEqual({ ...chosen, distance: '100', facets: only({}) });
  await look('250');
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);
  await tick(videos, false);
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);
  const whole = { ...chosen, distance: '250', facets: only({ videos: false }) };
  await expect.poll(address).toEqual(whole);
  await page.reload();
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);
  await expect(videos).not.toBeChecked();

  // What is chosen and not applied changes nothing.
  await page.getByRole('button', { name: 'Filter Media' }).click();
  await drawer.getByLabel('Songs').uncheck();
  await drawer.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);
  await expect.poll(address).toEqual(whole);

  await asAdministrator(desk);
  await desk.goto(`/search?q=${word}`);
  await expect(results(desk, word)).toHaveCount(3);
  await tick(main(desk).getByLabel('Under Review'));
  await expect(results(desk, word)).toHaveText([`Waiting ${word}`]);
});

test('one key opens what finds everything, screens and places, too', async ({ page }) => {
  await page.goto('/genres');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const options = palette.getByRole('option');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await expect(options.filter({ hasText: 'Perfectly Seasoned' })).toBeVisible();
  await expect(options.filter({ hasText: 'Administer' })).toHaveCount(0);
  await expectAccessible(page);
  await palette.getByRole('combobox').fill('contac');
  await expect(options.first()).toHaveText('ContactScreen');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/help/contact');
  await expect(palette).toHaveCount(0);

  // A "/" that is typed is a sign; the chord opens it there, too.
  await page.getByLabel('Message').fill('');
  await page.getByLabel('Message').press('/');
  await expect(page.getByLabel('Message')).toHaveValue('/');
  await page.keyboard.press('ControlOrMeta+k');
  await palette.getByRole('combobox').fill('Memphis, T');
  await options.filter({ hasText: 'Memphis, TN' }).click();
  await expect(page).toHaveURL(/\/search\?location=Memphis/);
  await page.keyboard.press('ControlOrMeta+k');
  await palette.getByRole('combobox').fill('late ni');
  await expect(options.filter({ hasText: 'Late Night' })).toHaveText('Late NightMood');
  await palette.getByRole('combobox').fill('qqqqqq');
  await expect(palette.getByText('No suggestions. Press Enter to search.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await asAdministrator(page);
  await page.goto('/genres');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await palette.getByRole('combobox').fill('administer me');
  await expect(options.filter({ hasText: 'Administer Media' })).toBeVisible();
});

test('a search on the screen of searches closes what floats above the results, as any page change does', async ({
  page,
}) => {
  const [word, tag] = [newWord(), newWord()];
  const musicianId = await musician(page);
  const media = await insertMedia(db, { musicianId, title: `Song of ${word}` });
  await insertMedia(db, { musicianId, title: `Video of ${word}`, type: 'video' });
  await db`update media set tags = ${[tag]} where id = ${media}`;
  const file = { key: 'media/x/y/song.m4a', type: 'audio/mp4', codecs: 'mp4a.40.2', bitrate: 192_000 };
  await changeSource(db, media, { playback: db.json([{ ...file, width: null, height: null }]) });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/genres');
  const box = page.getByRole('combobox', { name: 'Search' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  const suggested = list.getByRole('option').first();
  await box.fill('smoke');
  await box.press('Enter');
  await expect(page).toHaveURL('/search?q=smoke');
  await box.fill('');
  await box.pressSequentially(word);
  await expect(suggested).toBeVisible();
  await box.press('Enter');
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(results(page, word)).toHaveCount(2);
  await expect(list).toBeHidden();
  // Back as well.
  await box.press('ArrowDown');
  await expect(suggested).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/search?q=smoke');
  await expect(list).toBeHidden();
  // What a filter writes into the address is the same page.
  await page.goForward();
  await expect(results(page, word)).toHaveCount(2);
  await box.press('ArrowDown');
  await expect(suggested).toBeVisible();
  await main(page)
    .getByLabel('Videos')
    .evaluate((facet: HTMLInputElement) => facet.click());
  await expect(results(page, word)).toHaveCount(1);
  await expect(suggested).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await palette.getByRole('combobox').fill('Memphis, T');
  await palette.getByRole('option').filter({ hasText: 'Memphis, TN' }).click();
  await expect(page).toHaveURL(/\/search\?location=Memphis/);
  await expect(palette).toHaveCount(0);

  // A tag in the player's display.
  await page.goto(`/${musicianId}/${media}`);
  await main(page).getByRole('list', { name: 'Labels' }).getByRole('link', { name: tag }).click();
  await expect(results(page, tag)).toHaveCount(1);
  await main(page)
    .getByRole('button', { name: `Play Song of ${word}` })
    .click();
  await box.fill(word);
  await box.press('Enter');
  await expect(results(page, word)).toHaveCount(2);
  await page.getByRole('button', { name: 'Expand the player' }).click();
  const display = page.getByRole('dialog', { name: /^Player/ });
  await display.getByRole('list', { name: 'Labels' }).getByRole('link', { name: tag }).click();
  await expect(page).toHaveURL(`/search?q=${tag}&tagged=true`);
  await expect(display).toHaveCount(0);
});

test('a key that is pressed while what it opens is still on its way opens it when it is there, once', async ({
  page,
}) => {
  const part = chunkOf('discovery/search-box-late.tsx');
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['/', 'Find anything'],
    ['ControlOrMeta+k', 'Find anything'],
  ] as const) {
    const arrival = Promise.withResolvers<void>();
    await page.route(part, async (route) => {
      await arrival.promise;
      await route.continue();
    });
    const request = page.waitForRequest(part);
    await page.goto('/genres');
    await request;
    await page.keyboard.press(key);
    arrival.resolve();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.unroute(part);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
