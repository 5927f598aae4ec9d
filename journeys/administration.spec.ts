import { type Locator, type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { insertMedia, setStatus } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { expectAccessible } from './accessible.ts';
import {
  HEADERS,
  asAdmin,
  asAdministrator,
  beVisitor,
  enter,
  freshPage,
  musician,
  setUser,
  signUp,
  somebody,
} from './people.ts';
import { lastError, rowOf, toast, unique } from './reviewing.ts';
import { mediaOf } from './uploading.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

interface Seen {
  widths: number[];
  looks: string[];
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
const bulk = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Selected media' }).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** What became of an action on several, among those that the administrator has not put away. */
const resultOf = (page: Page, text: string) =>
  page.getByRole('complementary', { name: 'Bulk actions' }).getByRole('listitem').filter({ hasText: text });

/** On a phone each cell says its column, in the words of the head. */
async function expectNamedCells(page: Page): Promise<void> {
  const [heads, names] = await Promise.all([
    page.getByRole('columnheader').allTextContents(),
    page.locator('td[data-name]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-name') ?? '')),
  ]);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !heads.includes(name))).toEqual([]);
}

/** A musician with so many media under one word, newest last; returns their ids. The page is the administrator's then. */
async function shelf(page: Page, count: number, more: Partial<Parameters<typeof insertMedia>[1]> = {}) {
  const owner = await musician(page);
  const word = `Shelf ${unique()}`;
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1)
    ids.push(await insertMedia(db, { musicianId: owner, title: `${word} ${n}`, published: false, ...more }));
  await asAdministrator(page);
  await page.goto(`/admin/media?q=${encodeURIComponent(word)}`);
  await expect(rows(page)).toHaveCount(Math.min(10, count));
  return { word, ids };
}
const tick = async (page: Page, word: string, ...numbers: number[]) => {
  for (const n of numbers) await page.getByLabel(`Select ${word} ${n}`, { exact: true }).check();
};

test('RT-32 RT-33 RT-34 the tables are for administrators', async ({ page }) => {
  for (const path of ['/admin/media', '/admin/users', '/admin']) {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  }
  await signUp(page);
  await page.goto('/admin/media');
  await expect(page).toHaveURL('/login');
  await asAdministrator(page);
  await page.goto('/admin');
  await expect(page).toHaveURL('/admin/media');
  await expect(page.getByRole('heading', { name: 'Administer Media' })).toBeVisible();
  await expect(page).toHaveTitle('Administer Media | Scoville');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Administer Users' })).toBeVisible();
  await expect(page).toHaveTitle('Administer Users | Scoville');
  await expectAccessible(page);
});

test('ADM-16 the account menu leads administrators, and nobody else, to their tables and what machines lack', async ({
  page,
}) => {
  const menu = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    // The menu's code comes by itself: nothing is missing from it before it is there.
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    return page.getByRole('menuitem', { name: 'Admin', exact: true });
  };
  await signUp(page);
  await expect(await menu()).toHaveCount(0);
  await asAdministrator(page);
  await db`
    insert into notice (machine, name, text) values ('kitchen', 'ffmpeg-old', 'ffmpeg 5.1 has known vulnerabilities.'),
      ('kitchen', 'ffmpeg-open', ${'Uploaded files are decoded without files of its own. '.repeat(4)})
    on conflict (machine, name) do nothing`;
  await (await menu()).click();
  await expect(page).toHaveURL('/admin/media');
  const notices = page.getByRole('complementary', { name: 'Notices' });
  await expect(notices.getByText('ffmpeg 5.1 has known vulnerabilities.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // On a phone they leave the screen its room: a line each, and where to read them whole.
  await page.setViewportSize({ width: 390, height: 844 });
  const heights = await notices.getByRole('listitem').evaluateAll((all) => all.map((one) => one.clientHeight));
  expect(new Set(heights).size).toBe(1);
  await notices.getByRole('link', { name: 'Read all at Health' }).click();
  await expect(page).toHaveURL('/admin/health');
});

test('ADM-01 ADM-03 J-22 media in a table of ten to a page, with its columns, search and filters', async ({ page }) => {
  const { word, ids } = await shelf(page, 12);
  for (const column of ['Title', 'Name', 'Genre', 'Mood', 'Published', 'Curation', 'Rejected'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  // One with everything in its own column, and one that was rejected.
  const [full = '', rejected = ''] = [ids[11], ids[10]];
  await db`
    update media set published = true, published_at = '2026-03-02T12:00:00Z', verdict = 'curated', allow_curation = true,
      first_submitted_at = now(), curated_at = now(), storytelling = 75, execution = 75, thumbnail_art = 75,
      genre_id = (select id from categories where slug = 'soul'), genre_curated_at = now(),
      mood_id = (select id from categories where slug = 'dusk'), mood_curated_at = now() where id = ${full}`;
  await db`
    update media set verdict = 'rejected', first_submitted_at = now(), rejected_at = '2026-04-05T12:00:00Z'
    where id = ${rejected}`;
  await page.reload();
  const newest = rowOf(page, full);
  await expect(newest.getByRole('checkbox')).toBeVisible();
  await expect(newest.locator('img')).toBeVisible();
  await expect(newest.getByRole('cell')).toHaveText([
    `Select ${word} 12`,
    '',
    `${word} 12`,
    'Juno Reyes',
    'Soul',
    'Dusk',
    'Mar 2, 2026',
    /^Score 75, WELL DONE/,
    'No',
    '',
  ]);
  await expect(rowOf(page, rejected).getByRole('cell')).toHaveText([
    `Select ${word} 11`,
    '',
    `${word} 11`,
    'Juno Reyes',
    'None',
    'None',
    'No',
    'Chopped',
    'Apr 5, 2026',
    '',
  ]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/page=2/);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(newest).toBeVisible();
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await page.getByLabel('Search by title').fill(`${word} 12`);
  await expect(rows(page)).toHaveCount(1);
});

test('a search that a link has cleared stays cleared, and the box says what the address says', async ({ page }) => {
  const { word } = await shelf(page, 1);
  const box = page.getByLabel('Search by title');
  await expect(box).toHaveValue(word);
  await page.clock.install();
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Media' }).click();
  await expect(page).toHaveURL('/admin/media');
  await expect(box).toHaveValue('');
  await page.clock.runFor(1000);
  await expect(page).toHaveURL('/admin/media');
  // What is typed is written there as before, and typing goes on while that happens.
  await box.pressSequentially(word.slice(0, 6));
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/q=Shelf/);
  await box.pressSequentially(word.slice(6));
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(`/admin/media?q=${encodeURIComponent(word).replaceAll('%20', '+')}`);
  await expect(box).toHaveValue(word);
});

test('a genre and a mood can be chosen once they are there; where they did not come, one can try again', async ({
  page,
}) => {
  let [isDown, answer] = [true, () => {}];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  for (const path of ['/api/genres', '/api/moods'])
    await page.route(path, async (route) => {
      await answered;
      await (isDown ? route.fulfill({ status: 400, json: {} }) : route.continue());
    });
  const { word } = await shelf(page, 1, { published: true, scores: [80, 80, 80] });
  const [genre, mood] = [
    dialog(page).getByLabel('Genre', { exact: true }),
    dialog(page).getByLabel('Mood', { exact: true }),
  ];
  await tick(page, word, 1);
  await bulk(page, 'Genre and mood').click();
  await expect(genre).toBeDisabled();
  await expect(mood).toBeDisabled();
  answer();
  await expect(dialog(page).getByText('Genres could not be loaded.')).toBeVisible();
  await expect(dialog(page).getByText('Moods could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  isDown = false;
  await dialog(page).getByRole('button', { name: 'Try again to load genres' }).click();
  await expect(genre).toBeEnabled();
  await genre.selectOption('Folk');
  await expect(mood).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();

  // The same in the dialog of a verdict, which asks again by itself.
  await page.getByRole('button', { name: `Actions for ${word} 1` }).click();
  await page.getByRole('menuitem', { name: 'Update curation', exact: true }).click();
  await mood.selectOption('Dusk');
  await expect(dialog(page).getByText('could not be loaded')).toHaveCount(0);
});

test('ADM-06 ADM-07 ADM-08 ADM-09 ADM-14 ME-26 J-22 several media at once, with counts when one fails', async ({
  page,
}) => {
  const { word, ids } = await shelf(page, 4);
  await setStatus(db, ids[3] ?? '', 'transcoding');
  await page.reload();
  await tick(page, word, 1, 2, 3, 4);
  // Another one is processed again since the page was read.
  await setStatus(db, ids[1] ?? '', 'transcoding');
  await bulk(page, 'Publish').click();
  await expect(toast(page, 'Published 2 media.')).toBeVisible();
  await expect(toast(page, 'Failed to publish 1 of 3 media.')).toBeVisible();
  await expect(toast(page, '1 of 4 left unchanged: this does not apply to them.')).toBeVisible();
  const result = resultOf(page, 'Failed to publish 1 of 3 media.');
  await expect(result.getByRole('list', { name: 'What failed' }).getByRole('listitem')).toContainText([`${word} 2`]);
  await setStatus(db, ids[1] ?? '', 'complete');
  await page.reload();
  await expect(result).toContainText('Published 2 media. Failed to publish 1 of 3 media.');
  await result.getByRole('button', { name: 'Dismiss the result of Publish' }).click();
  await expect(result).toHaveCount(0);
  await tick(page, word, 1, 2, 3, 4);
  const publishedNow = async () => Promise.all(ids.map(async (id) => (await mediaOf(page, id))['published']));
  expect(await publishedNow()).toEqual([true, false, true, false]);

  await bulk(page, 'Allow Curation').click();
  await expect(toast(page, 'Allowed curation of 3 media.')).toBeVisible();
  await expect(rowOf(page, ids[1] ?? '').getByText('Under review', { exact: true })).toBeVisible();

  await bulk(page, 'Curate').click();
  for (const name of ['Storytelling', 'Execution', 'Thumbnail art'])
    await dialog(page).getByRole('slider', { name }).fill('75');
  await dialog(page).getByRole('button', { name: 'Curate', exact: true }).click();
  await expect(toast(page, 'Curated 3 media.')).toBeVisible();
  await expect(rowOf(page, ids[0] ?? '').getByText('Score 75, WELL DONE', { exact: true })).toBeAttached();

  await bulk(page, 'Genre and mood').click();
  await dialog(page).getByLabel('Genre').selectOption('Soul');
  await dialog(page).getByLabel('Mood').selectOption('Dusk');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toast(page, 'Updated 3 media.')).toBeVisible();
  for (const id of ids.slice(0, 3))
    expect(await mediaOf(page, id)).toMatchObject({ curatedGenre: { slug: 'soul' }, curatedMood: { slug: 'dusk' } });
  expect(await mediaOf(page, ids[3] ?? '')).toMatchObject({ curatedGenre: null, curatedMood: null });

  await bulk(page, 'Unpublish').click();
  await expect(toast(page, 'Unpublished 3 media.')).toBeVisible();
  expect(await publishedNow()).toEqual([false, false, false, false]);
});

test('ADM-10 ER-38 MB-14 J-22 deleting asks first, for one and for several', async ({ page }) => {
  const { word, ids } = await shelf(page, 4);
  await tick(page, word, 1, 2, 3);
  await bulk(page, 'Delete').click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(rows(page)).toHaveCount(4);
  await bulk(page, 'Delete').click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, 'Removed 3 media.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Actions for ${word} 4` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No media matches this.')).toBeVisible();
  expect((await page.request.get(`/api/media/${ids[3]}`)).status()).toBe(404);
});

test('J-22 the tables work by the keyboard alone, also on a phone', async ({ page }) => {
  const { word, ids } = await shelf(page, 3);
  const menu = page.getByRole('button', { name: `Actions for ${word} 3` });
  const openMenu = async () => {
    await menu.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
  };
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const n of [1, 2]) await page.getByLabel(`Select ${word} ${n}`, { exact: true }).press('Space');
    await expect(page.getByRole('group', { name: 'Selected media' })).toContainText('2 selected');
    await bulk(page, 'Delete').press('Enter');
    await expect(dialog(page).locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bulk(page, 'Delete')).toBeFocused();
    for (const n of [1, 2]) await page.getByLabel(`Select ${word} ${n}`, { exact: true }).press('Space');

    await openMenu();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await openMenu();
    // By its first letter.
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(`Delete ${word} 3?`);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  }
  await openMenu();
  // Closed and opened again faster than the browser tells of it.
  await page.getByRole('menu').evaluate((list: HTMLElement) => {
    list.hidePopover();
    list.showPopover();
  });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await expect(toast(page, `Published ${word} 3.`)).toBeVisible();
  expect((await mediaOf(page, ids[2] ?? ''))['published']).toBe(true);
  // Who goes on by the keyboard goes on from there.
  await expect(menu).toBeFocused();
});

test('GD-06 administrators have every tool on every grid, and nobody else has any', async ({ page }) => {
  const [genre] = await db<{ id: string }[]>`select id from categories where kind = 'genre' and slug = 'folk'`;
  const [mood] = await db<{ id: string }[]>`select id from categories where kind = 'mood' and slug = 'dusk'`;
  const musicianId = await musician(page);
  const place = { musicianId, genreId: genre?.id ?? '', moodId: mood?.id ?? '' };
  const title = `Grid ${unique()}`;
  const id = await insertMedia(db, { ...place, title, scores: [90, 90, 90] });
  await insertMedia(db, { ...place, scores: [75, 75, 75] });
  const tools = page.getByRole('main').getByRole('button', { name: /^Actions for / });
  const grids = ['/browse', '/perfectly-seasoned', '/well-done', '/genres/folk', '/moods/dusk', `/${musicianId}`];
  await beVisitor(page);
  for (const path of grids) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(tools).toHaveCount(0);
  }
  await asAdministrator(page);
  for (const path of grids) {
    await page.goto(path);
    await tools.first().click();
    for (const name of ['Edit', /^(Curate|Update curation)$/, 'Unpublish', 'Delete'])
      await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Update curation');
  await dialog(page).getByRole('slider', { name: 'Thumbnail art' }).fill('96');
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toast(page, 'Successfully updated!')).toBeVisible();
  expect(await mediaOf(page, id)).toMatchObject({ curationStats: { thumbnailArt: 96 } });
  await choose('Unpublish');
  await expect(page.getByText('Un-Published', { exact: true })).toBeVisible();
  await choose('Publish');
  await expect(page.getByText('Un-Published', { exact: true })).toHaveCount(0);
  await page.goto('/genres/folk');
  // Somebody else deleted it: its menu says so, and its tile goes.
  const gone = `Gone ${unique()}`;
  const goneId = await insertMedia(db, { ...place, title: gone, scores: [91, 91, 91] });
  await page.reload();
  const menuOfGone = page.getByRole('button', { name: `Actions for ${gone}` });
  await expect(menuOfGone).toBeVisible();
  await db`delete from media where id = ${goneId}`;
  await menuOfGone.click();
  await expect(lastError(page)).toHaveText('This media was not found.');
  await expect(menuOfGone).toHaveCount(0);
  await choose('Delete');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(page, `Removed ${title}.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Actions for ${title}` })).toHaveCount(0);
  expect((await page.request.get(`/api/media/${id}`)).status()).toBe(404);
});

test('ER-15 ER-16 ER-17 ER-20 ER-23 what fails says what failed', async ({ page }) => {
  // The last one stays, and the table with it.
  const { word, ids } = await shelf(page, 5);
  const [first = '', second = ''] = ids;
  await db`update media set published = true, published_at = now() where id = ${second}`;
  await page.reload();
  await page.route('**/api/media/*', (route) => {
    const method = route.request().method();
    if (method === 'GET') return route.continue();
    return route.fulfill({ status: 500, body: method === 'DELETE' ? 'the shelf is locked' : '' });
  });
  const choose = async (n: number, item: string) => {
    await page.getByRole('button', { name: `Actions for ${word} ${n}`, exact: true }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose(1, 'Publish');
  await expect(lastError(page)).toHaveText('Failed to publish media.');
  await choose(2, 'Unpublish');
  await expect(lastError(page)).toHaveText('Failed to unpublish media.');
  await choose(2, 'Allow Curation');
  await expect(lastError(page)).toHaveText('Failed to update media.');
  await choose(1, 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lastError(page)).toHaveText('Error removing media: the shelf is locked');
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  // What failed stays until it is put away, and still no row stays covered: the page can be scrolled out from under it.
  await expect(page.locator('[data-toast=error]')).toHaveCount(4);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const bottom = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom);
  const top = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().top);
  const covered = async () =>
    (await bottom(page.getByRole('contentinfo'))) - (await top(page.locator('[data-toast=error]').first()));
  await expect.poll(covered, 'pixels of the foot under the messages').toBeLessThanOrEqual(0);
  expect((await mediaOf(page, first))['published']).toBe(false);
  await tick(page, word, 1, 2);
  const remove = async () => {
    await bulk(page, 'Delete').click();
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await page.route('**/api/admin/bulk-runs', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await remove();
  await expect(lastError(page)).toHaveText('Error Processing Requests.');
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.unroute('**/api/admin/bulk-runs');
  // Somebody else was first.
  await db`delete from media where id = any(${ids.slice(0, 2)})`;
  await remove();
  await expect(lastError(page)).toHaveText('Failed to remove 2 of 2 media.');
  const result = resultOf(page, 'Failed to remove 2 of 2 media.');
  await page.getByRole('button', { name: 'Dismiss the result of Delete' }).click();
  await expect(result).toHaveCount(0);
  // The answer is lost on its way: what goes on is seen all the same, and the same again is the same.
  await expect(rows(page)).toHaveCount(3);
  await tick(page, word, 3, 4);
  await db`delete from media where id = any(${ids.slice(2, 4)})`;
  let isLost = false;
  await page.route('**/api/admin/bulk-runs', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await remove();
  await expect(result).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(await db`select 1 from bulk_items where subject_id = ${ids[2] ?? ''}`).toHaveLength(1);
});

test('ADM-02 ADM-04 ER-21 J-22 a user becomes an administrator and a user again', async ({ page, browser }) => {
  const person = somebody('Ursel', `Z${unique()}`);
  await signUp(page, person);
  const name = `${person.firstName} ${person.lastName}`;
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto('/admin/users');
  for (const column of ['Name', 'Role'])
    await expect(desk.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  await desk.getByLabel('Search by name or email').fill(person.email);
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk).getByRole('checkbox')).toBeVisible();
  const cells = rows(desk).getByRole('cell');
  await expect(cells.nth(1).locator('img, svg, span').first()).toBeVisible();
  await expect(cells.nth(2)).toHaveText(`${name}${person.email}`);
  await expect(cells.nth(3)).toHaveText('user');
  const choose = async (item: string, confirm: boolean) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click();
    await desk.getByRole('menuitem', { name: item }).click();
    if (confirm) await dialog(desk).getByRole('button', { name: item }).click();
  };
  await choose('Make administrator', true);
  await expect(toast(desk, `${name} is an administrator now.`)).toBeVisible();
  await expect(rows(desk).getByText('admin', { exact: true })).toBeVisible();
  const only = (label: string) => desk.getByRole('button', { name: label, exact: true });
  await only('Suspended').click();
  await expect(desk.getByText('No user matches this.')).toBeVisible();
  await only('Administrators').click();
  await expect(rows(desk)).toHaveCount(1);
  await expect(desk).toHaveURL(/[?&]filter=administrators/);
  await only('Administrators').click();
  await expect(desk).not.toHaveURL(/filter=/);
  await enter(page, person);
  await page.goto('/admin/media');
  await expect(page.getByRole('heading', { name: 'Administer Media' })).toBeVisible();

  await choose('Remove administrator role', true);
  await expect(toast(desk, `${name} is no longer an administrator.`)).toBeVisible();
  await page.goto('/admin/media');
  await expect(page).toHaveURL('/login');

  await choose('Certify as reviewer', false);
  await expect(rows(desk).getByText('certified reviewer', { exact: true })).toBeVisible();
  await desk.route('**/api/users/*', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'No hands free.' } })
      : route.continue(),
  );
  await choose('Make administrator', true);
  await expect(lastError(desk)).toHaveText('Error updating user: No hands free.');
  await desk.context().close();
});

test('ADM-05 ER-22 ER-38 J-22 users are deleted after a question, one and several; what fails is named', async ({
  page,
  browser,
}) => {
  const word = `Q${unique()}`;
  const people = [];
  for (const firstName of ['Ada', 'Ben', 'Cleo', 'Dora']) {
    const person = somebody(firstName, word);
    const { id } = await signUp(page, person);
    people.push({ ...person, id, name: `${firstName} ${word}` });
  }
  const [ada, ben, cleo, dora] = people as [(typeof people)[0], ...typeof people];
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  const remaining = async () => {
    await desk.goto(`/admin/users?q=${word}`);
    await expect(rows(desk).or(desk.getByText('No user matches this.'))).not.toHaveCount(0);
    return rows(desk).getByRole('link').allTextContents();
  };
  const choose = async (name: string) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click();
    await desk.getByRole('menuitem', { name: 'Delete' }).click();
  };
  // Names are found by their beginning: here all by the family's.
  await db`update users set display_name = last_name || ' ' || first_name where last_name = ${word}`;
  expect(await remaining()).toHaveLength(4);

  await choose(ada.name);
  await expect(dialog(desk).getByRole('heading')).toHaveText(`Delete: ${ada.name}?`);
  await expect(dialog(desk)).toContainText('This cannot be undone.');
  await expectAccessible(desk);
  await dialog(desk).getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await remaining()).toHaveLength(4);
  await choose(ada.name);
  await dialog(desk).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(desk, `${ada.name} was deleted.`)).toBeVisible();
  await expect(rows(desk)).toHaveCount(3);

  await desk.route(`**/api/users/${ben!.id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { message: 'Not now.' } })
      : route.continue(),
  );
  await choose(ben!.name);
  await dialog(desk).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lastError(desk)).toHaveText('Error removing user: Not now.');
  await dialog(desk).getByRole('button', { name: 'Cancel', exact: true }).click();
  // One of three became an administrator meanwhile: a job does the others, and its result stays until it is put away.
  await desk.getByLabel('Select all of this page').check();
  await db`update users set role = 'admin' where id = ${ben!.id}`;
  const choices = desk.getByRole('group', { name: 'Selected users' });
  await choices.getByRole('button', { name: 'Suspend', exact: true }).click();
  await dialog(desk).getByLabel('Reason').fill('Spam in comments.');
  await dialog(desk).getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(toast(desk, 'Suspend: done for 2 users.')).toBeVisible();
  await expect(lastError(desk)).toHaveText('Failed to suspend 1 of 3 users.');
  await desk.reload();
  const result = resultOf(desk, 'Failed to suspend 1 of 3 users.');
  await expect(result).toContainText('Suspend: done for 2 users. Failed to suspend 1 of 3 users.');
  await expect(result.getByRole('list', { name: 'What failed' }).getByRole('listitem')).toHaveText([
    `${ben!.name}This is an administrator. Take the role away first, then suspend the account.`,
  ]);
  await expectAccessible(desk);
  await result.getByRole('button', { name: 'Dismiss the result of Suspend' }).click();
  await expect(result).toHaveCount(0);
  for (const { name } of [cleo!, dora!]) await desk.getByLabel(`Select ${name}`, { exact: true }).check();
  await choices.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog(desk).getByRole('heading')).toHaveText('Delete: 2 users?');
  await dialog(desk).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toast(desk, 'Delete: done for 2 users.')).toBeVisible();
  expect(await remaining()).toEqual([ben!.name]);
  const answers = [cleo!, dora!].map(({ id }) => desk.request.get(`/api/users/${id}`));
  expect((await Promise.all(answers)).map((answer) => answer.status())).toEqual([404, 404]);
  await desk.context().close();
});

test('an account is given another plan, and is told from one that pays for its own', async ({ page, browser }) => {
  const person = somebody('Pepe', `G${unique()}`);
  const { id } = await signUp(page, person);
  const name = `${person.firstName} ${person.lastName}`;
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto(`/admin/users?q=${person.email}`);
  await expect(rows(desk).getByRole('cell', { name: 'Mild', exact: true })).toBeVisible();
  const choose = async () => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click();
    await desk.getByRole('menuitem', { name: 'Change plan', exact: true }).click();
  };
  const assign = dialog(desk).getByRole('button', { name: 'Assign plan', exact: true });
  await choose();
  await expect(dialog(desk)).toContainText('It stays until they subscribe to one, or you assign another.');
  await expect(assign).toBeDisabled();
  await dialog(desk).getByLabel('Plan', { exact: true }).selectOption('Ghost Pepper ($19.99 a month)');
  await expectAccessible(desk);
  await assign.click();
  await expect(toast(desk, `${name} has the Ghost Pepper plan now.`)).toBeVisible();
  await expect(rows(desk).getByRole('cell', { name: 'Ghost Pepper', exact: true })).toBeVisible();
  await expectNamedCells(desk);
  expect(await (await page.request.get('/api/users/me')).json()).toMatchObject({
    plan: 'ghost-pepper',
    limits: { total: null },
  });
  await page.goto('/account/subscription');
  const given = page.getByRole('status').filter({ hasText: 'An administrator gave you the Ghost Pepper plan.' });
  await expect(given).toContainText('You are not charged for it.');

  await db`
    insert into plan_subscriptions (id, user_id, plan, status, provider_ref, activated_at)
    values (gen_random_uuid(), ${id}, 'spicy', 'active', ${`I-${unique()}`}, now())`;
  await page.reload();
  await expect(given).toContainText('You go on paying for Spicy, as before');
  await expectAccessible(page);
  await desk.reload();
  await choose();
  await expect(dialog(desk)).toContainText('They pay for Spicy through PayPal');
  await dialog(desk).getByRole('button', { name: 'Cancel', exact: true }).click();
  await desk.context().close();
});

test('an administrator who gives themselves another plan has it everywhere at once, and one who is too late is told', async ({
  page,
  browser,
}) => {
  const person = somebody(`G${unique()}`, 'Vito');
  const { id } = await signUp(page, person);
  await setUser(id, { role: 'admin' });
  await enter(page, person);
  const other = await signUp(await freshPage(browser), somebody(person.firstName, 'Dora'));
  await page.goto(`/admin/users?q=${person.firstName}`);
  const upgrade = page.getByRole('banner').getByRole('link', { name: 'Upgrade', exact: true });
  await expect(upgrade).toBeVisible();
  const choose = async (lastName: string) => {
    await page.getByRole('button', { name: `Actions for ${person.firstName} ${lastName}` }).click();
    await page.getByRole('menuitem', { name: 'Change plan', exact: true }).click();
    await dialog(page).getByLabel('Plan', { exact: true }).selectOption('Ghost Pepper ($19.99 a month)');
  };
  const assign = dialog(page).getByRole('button', { name: 'Assign plan', exact: true });
  await choose('Vito');
  await assign.click();
  await expect(rows(page).getByRole('cell', { name: 'Ghost Pepper', exact: true })).toBeVisible();
  await expect(upgrade).toHaveCount(0);
  // Nothing is left to ask about an account that somebody else deleted.
  await choose('Dora');
  await asAdmin(async (admin) => {
    expect((await admin.delete(`/api/users/${other.id}`, { headers: HEADERS })).status()).toBe(200);
  });
  await assign.click();
  await expect(lastError(page)).toContainText('Error updating user: ');
  await expect(dialog(page)).toHaveCount(0);
  await expect(rows(page)).toHaveCount(1);
});

test('RT-36 ADM-15 ER-34 ER-35 J-24 the system message is written with a preview, shown on Home, and removed', async ({
  page,
  browser,
}) => {
  await page.goto('/admin/system-message');
  await expect(page).toHaveURL('/login');
  await signUp(page);
  await page.goto('/admin/system-message');
  await expect(page).toHaveURL('/login');
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await db`delete from system_message`;
  await desk.goto('/admin/system-message');
  await expect(desk).toHaveTitle('Administer Message | Scoville');
  await expect(desk.getByRole('heading', { name: 'Administer Message' })).toBeVisible();
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(desk.getByText('Message is required.', { exact: true })).toBeVisible();
  await desk.getByLabel('Message', { exact: true }).fill('**Tonight** we mend the oven.');
  await desk.getByLabel('Link').fill('javascript:alert(1)');
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(
    desk.getByText('Enter a path of this site, such as /genres, or an address that begins with http:// or https://.'),
  ).toBeVisible();
  await desk.getByLabel('Link').fill('/genres');
  const preview = desk.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('Tonight');
  await expect(preview.getByRole('link', { name: 'Read more' })).toHaveAttribute('href', '/genres');
  await expectAccessible(desk);
  await desk.getByLabel('Show it to visitors only').check();
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(toast(desk, 'Successfully updated system message')).toBeVisible();

  const shown = (on: Page) => on.getByRole('complementary', { name: 'System message' });
  const visitor = await freshPage(browser);
  await visitor.goto('/');
  await expect(shown(visitor)).toContainText('Tonight we mend the oven.');
  await expect(shown(visitor).getByRole('link')).toHaveAttribute('href', '/genres');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shown(page)).toHaveCount(0);

  await desk.reload();
  await expect(desk.getByLabel('Message', { exact: true })).toHaveValue('**Tonight** we mend the oven.');
  await expect(desk.getByLabel('Link')).toHaveValue('/genres');
  await expect(desk.getByLabel('Show it to visitors only')).toBeChecked();
  await desk.getByLabel('Show it to visitors only').uncheck();
  await desk.getByRole('button', { name: 'Save' }).click();
  await expect(toast(desk, 'Successfully updated system message').last()).toBeVisible();
  await page.goto('/');
  await expect(shown(page)).toContainText('Tonight we mend the oven.');

  await desk.getByRole('button', { name: 'Remove' }).click();
  await dialog(desk).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(toast(desk, 'Successfully removed system message')).toBeVisible();
  await expect(desk.getByLabel('Message', { exact: true })).toHaveValue('');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await visitor.context().close();
  await desk.context().close();
});

test('what is typed while the system message is being saved stays, is saved next, and goes with the message', async ({
  page,
}) => {
  await asAdministrator(page);
  await db`delete from system_message`;
  await page.goto('/admin/system-message');
  const [text, link] = [page.getByLabel('Message', { exact: true }), page.getByLabel('Link')];
  const save = page.getByRole('button', { name: 'Save' });
  const done = toast(page, 'Successfully updated system message');
  const answered = Promise.withResolvers<void>();
  await page.route(/\/api\/system-message$/, async (route) => {
    if (route.request().method() !== 'GET') await answered.promise;
    await route.continue();
  });
  await text.fill('We mend the oven.');
  await link.fill('/genres');
  const sent = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/system-message'));
  await save.click();
  await sent;
  await text.press('End');
  await text.pressSequentially(' Tonight.');
  answered.resolve();
  await expect(done).toBeVisible();
  await expect(page.getByText('There is no system message now.')).toHaveCount(0);
  await expect(text).toHaveValue('We mend the oven. Tonight.');
  await expect(link).toHaveValue('/genres');
  const message = async () => (await db`select message from system_message`).map((row) => row['message'] as string);
  expect(await message()).toEqual(['We mend the oven.']);
  await save.click();
  await expect.poll(message).toEqual(['We mend the oven. Tonight.']);
  // What is saved is no change any more: it goes with the message.
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('There is no system message now.')).toBeVisible();
  for (const field of [text, link]) await expect(field).toHaveValue('');
});

test('ADM-17 Agenda Jobs leads administrators, and nobody else, to the dashboard of the queue', async ({ page }) => {
  const menu = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    return page.getByRole('menuitem', { name: 'Agenda Jobs', exact: true });
  };
  expect((await page.request.get('/agenda')).status()).toBe(401);
  await signUp(page);
  await expect(await menu()).toHaveCount(0);
  expect((await page.request.get('/agenda')).status()).toBe(403);
  // What an open page asks for as the former account is refused, and is none of this.
  await beVisitor(page);
  await asAdministrator(page);
  const refused: string[] = [];
  page.on('console', (message) => {
    // Its typefaces from elsewhere are not fetched: nobody outside learns who administers what.
    if (message.type() === 'error' && !message.text().includes('fonts.googleapis.com')) refused.push(message.text());
  });
  await (await menu()).click();
  await expect(page).toHaveURL('/agenda');
  // Its own script runs under our policy: a queue is opened without a new page.
  await page.getByRole('link', { name: 'Queues' }).first().click();
  await page.getByRole('link', { name: 'transcode', exact: true }).click();
  await expect(page).toHaveURL(/\/agenda\/queues\/transcode/);
  expect(refused).toEqual([]);
});

test('PM-09 each guard of screens and of calls lets in whom it is for', async ({ page }) => {
  const screens = { loggedIn: '/account/overview', admin: '/admin/users' };
  const calls = { account: '/api/users/me', member: '/api/getting-started', admin: '/api/admin/media' };
  const outcome = async () => {
    const seen: Record<string, string | number> = {};
    for (const [guard, path] of Object.entries(screens)) {
      await page.goto(path);
      // What a guard decides ends on one of these; the heading is there once it has.
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      seen[guard] = new URL(page.url()).pathname;
    }
    for (const [access, path] of Object.entries(calls))
      seen[`${access} call`] = (await page.request.get(path)).status();
    return seen;
  };
  const login = { loggedIn: '/login', admin: '/login' };
  expect(await outcome()).toEqual({ ...login, 'account call': 401, 'member call': 401, 'admin call': 401 });
  const { id } = await signUp(page);
  const [before] = await db<{ password_hash: string }[]>`select password_hash from users where id = ${id}`;
  await db`update users set password_hash = null where id = ${id}`;
  const reset = { loggedIn: '/reset', admin: '/reset' };
  expect(await outcome()).toEqual({ ...reset, 'account call': 200, 'member call': 403, 'admin call': 403 });
  await db`update users set password_hash = ${before?.password_hash ?? ''} where id = ${id}`;
  expect(await outcome()).toEqual({
    loggedIn: '/account/overview',
    admin: '/login',
    'account call': 200,
    'member call': 200,
    'admin call': 403,
  });
  await asAdministrator(page);
  expect(await outcome()).toEqual({
    loggedIn: '/account/overview',
    admin: '/admin/users',
    'account call': 200,
    'member call': 200,
    'admin call': 200,
  });
});

test('an account is suspended with a reason, cannot sign in, and is let in again; the audit log tells', async ({
  page,
  browser,
}) => {
  const person = somebody('Sol', `S${unique()}`);
  const name = `${person.firstName} ${person.lastName}`;
  await signUp(page, person);
  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto(`/admin/users?q=${person.email}`);
  const choose = async (item: string) => {
    await desk.getByRole('button', { name: `Actions for ${name}` }).click();
    await desk.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Suspend');
  await dialog(desk).getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(dialog(desk).getByText('Reason is required.', { exact: true })).toBeVisible();
  await dialog(desk).getByLabel('Reason').fill('Spam in comments.');
  await dialog(desk).getByLabel('For').selectOption('Until it is lifted');
  await expectAccessible(desk);
  // A failure loses nothing of what was written.
  await desk.route('**/api/users/*/suspension', (route) =>
    route.fulfill({ status: 500, json: { message: 'Not now.' } }),
  );
  await dialog(desk).getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(lastError(desk)).toHaveText('Error updating user: Not now.');
  await expect(dialog(desk).getByRole('button', { name: 'Suspend', exact: true })).toBeEnabled();
  await expect(dialog(desk).getByLabel('Reason')).toHaveValue('Spam in comments.');
  await desk.unroute('**/api/users/*/suspension');
  await dialog(desk).getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(toast(desk, `${name} is suspended.`)).toBeVisible();
  await expect(rows(desk).getByText('suspended', { exact: true })).toBeVisible();

  await page.goto('/account/overview');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'This account is suspended until further notice. Reason: Spam in comments. If you think this is a mistake, contact us.',
  );
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/help/contact');

  await choose('Lift suspension');
  await expect(toast(desk, `${name} is no longer suspended.`)).toBeVisible();
  await enter(page, person);

  await desk.getByRole('link', { name: 'Audit log' }).click();
  await expect(desk).toHaveTitle('Audit Log | Scoville');
  const acts = desk.getByRole('row').filter({ hasText: name });
  await expect(acts.getByText('Lifted a suspension', { exact: true })).toBeVisible();
  await expect(acts.getByText('until: lifted; reason: Spam in comments.', { exact: true })).toBeVisible();
  await desk.getByLabel('Action', { exact: true }).selectOption('Lifted a suspension');
  await expect(desk).toHaveURL(/filter=lifted-suspension/);
  await expect(acts).toHaveCount(1);
  await expectAccessible(desk);
  await desk.context().close();
});

test('every paid plan is found by status and by whose it is, with what the provider told of it in order', async ({
  page,
  browser,
}) => {
  const person = somebody('Pia', `P${unique()}`);
  const { id: userId } = await signUp(page, person);
  const name = `${person.firstName} ${person.lastName}`;
  const ref = `I-${unique()}`;
  await db`
    insert into plan_subscriptions (id, user_id, plan, status, provider_ref, activated_at, grace_until, payer_email, created_at)
    values (gen_random_uuid(), ${userId}, 'spicy', 'cancelled', ${`${ref}0`}, now(), null, null, now() - interval '40 days'),
      (gen_random_uuid(), ${userId}, 'flaming-hot', 'past-due', ${ref}, now(), now() + interval '5 days', 'pays@example.org', now())`;
  await db`
    insert into payment_events (id, type, provider_ref, user_id, amount, currency, occurred_at, applied_at)
    values (${`${ref}-c`}, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', ${ref}, ${userId}, null, null, now(), now()),
      (${`${ref}-a`}, 'BILLING.SUBSCRIPTION.ACTIVATED', ${ref}, ${userId}, null, null, now() - interval '31 days', now()),
      (${`${ref}-b`}, 'PAYMENT.SALE.COMPLETED', ${ref}, ${userId}, 999, 'USD', now() - interval '30 days', null)`;
  await page.goto('/admin/subscriptions');
  await expect(page).toHaveURL('/login');

  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto('/admin/media');
  await desk.getByRole('link', { name: 'Subscriptions', exact: true }).click();
  await expect(desk).toHaveTitle('Administer Subscriptions | Scoville');
  await desk.getByLabel('Name, email or PayPal ID').fill(person.email);
  const found = desk.getByRole('row').filter({ hasText: name });
  await expect(found).toHaveCount(2);
  await expect(found.first()).toContainText('Flaming Hot');
  await desk.getByRole('button', { name: 'Payment failed', exact: true }).click();
  await expect(desk).toHaveURL(/filter=past-due/);
  await expect(found).toHaveCount(1);
  await desk.reload();
  await expect(found).toHaveCount(1);
  await expect(desk.getByRole('button', { name: 'Payment failed', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(desk);

  await found.getByRole('button', { name: `Events of the subscription of ${name}` }).click();
  const events = dialog(desk).getByRole('list', { name: 'Events' }).getByRole('listitem');
  await expect(events).toContainText(['Subscription activated', 'Payment received $9.99', 'Payment failed']);
  await expect(events.nth(1)).toContainText('waiting to be applied');
  await expect(dialog(desk)).toContainText('pays@example.org');
  await expectAccessible(desk);
  await dialog(desk).getByRole('button', { name: 'Close', exact: true }).first().click();
  await desk.getByRole('button', { name: 'Pending', exact: true }).click();
  await expect(desk.getByText('No subscription matches this.')).toBeVisible();
  await desk.context().close();
});

test('mail, reports and acts are found by words, and mail goes to a refused address again', async ({
  page,
  browser,
}) => {
  const word = `Kettle ${unique()}`;
  const person = somebody('Rita', `R${unique()}`);
  const { id: userId } = await signUp(page, person);
  const name = `${person.firstName} ${person.lastName}`;
  await db`
    insert into outbox (id, "to", subject, text, html, kind, state)
    values (gen_random_uuid(), ${person.email}, ${`Praise for ${word}`}, '', '', 'review-request', 'failed'),
      (gen_random_uuid(), 'other@example.org', ${`More praise for ${word}`}, '', '', 'comment', 'sent')`;
  await db`
    insert into report_cases (id, subject_kind, subject_id, reported_id, excerpt)
    values (gen_random_uuid(), 'media', gen_random_uuid(), ${userId}, ${db.json({ title: word, text: '', path: null })})`;
  await db`insert into refused_addresses (address, reason) values (${person.email}, '550 5.1.1 No such user here')`;

  const desk = await freshPage(browser);
  await asAdministrator(desk);
  await desk.goto('/admin/mail');
  await desk.getByLabel('Search by email or subject').fill(word.toLowerCase());
  const mail = desk.locator('[data-mail]');
  await expect(mail).toHaveCount(2);
  await desk.getByRole('button', { name: 'Failed', exact: true }).click();
  await expect(mail).toHaveCount(1);
  await expect(mail).toContainText(person.email);
  await expect(mail.getByRole('cell', { name: 'Review request', exact: true })).toBeVisible();
  const refused = desk
    .getByRole('row')
    .filter({ hasText: '5.1.1 No such user here' })
    .filter({ hasText: person.email });
  await expect(refused).toHaveCount(1);
  await expectAccessible(desk);
  await refused.getByRole('button', { name: `Resume mail to ${person.email}` }).click();
  await expect(toast(desk, 'Successfully updated!')).toBeVisible();
  await expect(refused).toHaveCount(0);
  await expectNamedCells(desk);

  await desk.getByRole('link', { name: 'Audit log' }).click();
  const acts = desk.locator('[data-act]');
  await desk.getByLabel('Search by name', { exact: true }).fill(name);
  await expect(acts).toHaveCount(1);
  await expect(acts).toContainText('Resumed mail to an address');
  await expectNamedCells(desk);
  await desk.getByRole('link', { name: 'Reports', exact: true }).click();
  await desk.getByLabel('Search by title or name').fill(name);
  await expect(desk.locator('[data-case]')).toHaveCount(1);
  await expectNamedCells(desk);
  await expect(desk).toHaveURL(/q=Rita/);
  await desk.getByLabel('Kind', { exact: true }).selectOption('Comment');
  await expect(desk.getByText('No report matches this.')).toBeVisible();
  await desk.reload();
  await expect(desk.getByLabel('Search by title or name')).toHaveValue(name);
  await expect(desk.getByText('No report matches this.')).toBeVisible();
  await expectAccessible(desk);
  await desk.context().close();
});

test('LM-03 a resized window is laid out again once, 150 ms after the last change', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await shelf(page, 1);
  const box = page.getByRole('region', { name: 'Media', exact: true });
  await expect(box).toBeVisible();
  await expect(box).not.toHaveClass(/cut-/);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  // What the browser reported of its size, and what was made of that.
  await box.evaluate((element) => {
    const seen = { widths: [] as number[], looks: [] as string[] };
    Object.assign(window, { seen });
    new ResizeObserver(() => seen.widths.push(window.innerWidth)).observe(element);
    new MutationObserver(() => seen.looks.push(element.className)).observe(element, { attributeFilter: ['class'] });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  const resize = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await seen()).widths.at(-1)).toBe(width);
  };
  for (const width of [830, 820, 810]) {
    await resize(width);
    await page.clock.runFor(149);
  }
  expect((await seen()).looks).toEqual([]);
  await page.clock.runFor(1);
  await expect(box).toHaveClass(/cut-after/);
  expect((await seen()).looks).toHaveLength(1);
});
