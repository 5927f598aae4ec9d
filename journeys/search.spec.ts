import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { chunkOf } from './testkit/chunks.ts';
import { asAdministrator, freshPage, musician } from './testkit/people.ts';
import { tick } from './testkit/tick.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

/** A word that doesn't occur in the songs and videos of other journeys. */
const newWord = (): string => `zu${newId().replaceAll(/[^a-z]/g, '')}lo`;

const main = (page: Page) => page.getByRole('main');
const results = (page: Page, q: string) =>
  main(page)
    .getByRole('list', { name: `Results for: ${q}`, exact: true })
    .getByRole('article')
    .locator('p')
    .getByRole('link')
    .and(page.locator('[title]'));

test('J-21 a visitor searches, follows a tag and searches nearby; an administrator finds songs under review', async ({
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
  /** The search parameters of the page's URL. */
  const address = () => Object.fromEntries(new URL(page.url()).searchParams);
  const [songs, videos] = [main(page).getByLabel('Songs'), main(page).getByLabel('Videos')];
  const nothing = (q: string) => main(page).getByText(`Your query “${q}” did not return any results.`, { exact: true });

  // Suggestions appear while the visitor types, and Enter searches.
  await page.goto('/genres');
  // From the first key on, the field has suggestions and thus the role of a combobox, so find it by its label.
  const box = page.getByLabel('Search', { exact: true }).filter({ visible: true });
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

  // Search by the tag of one of the songs.
  await main(page)
    .getByRole('link', { name: `Song of ${word}`, exact: true })
    .click();
  await expect(page).toHaveURL(`/${musicianId}/${song}`);
  await main(page).getByRole('list', { name: 'Labels' }).getByRole('link', { name: tag }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for: ${tag}`);
  await expect(results(page, tag)).toHaveText([`Song of ${word}`]);

  // Filter by a place and a distance, which is too short at first. The URL keeps all filters.
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

  // Cancelled filters change nothing.
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

test('a shortcut that is pressed while its code is loading opens the dialog once, as soon as the code has loaded', async ({
  page,
}) => {
  const part = chunkOf('frame/shell/search-box-late.tsx');
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
    // The key is also the user's first action, which makes the page load the code.
    await page.keyboard.press(key);
    await request;
    arrival.resolve();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.unroute(part);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
