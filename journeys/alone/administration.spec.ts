import { type Page, expect, test } from '../testkit/test.ts';
import type { Pool } from '../../server/platform/db/connection.ts';
import { insertMedia, setStatus } from '../../server/testkit/media.ts';
import { openDatabase } from '../testkit/catalogue.ts';
import { asAdministrator, beVisitor, enter, freshPage, musician, signUp, somebody } from '../testkit/people.ts';
import { lastError, rowOf, toast, unique } from '../testkit/reviewing.ts';
import { mediaOf } from '../testkit/uploading.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
const bulk = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Selected media' }).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
/** The result of a bulk action, in the panel of results that the administrator hasn't dismissed. */
const resultOf = (page: Page, text: string) =>
  page.getByRole('complementary', { name: 'Bulk actions' }).getByRole('listitem').filter({ hasText: text });

/**
 * Inserts `count` songs of one musician whose titles share a word, newest last, signs the page in as administrator, and
 * opens their table. Returns the word and the songs' ids.
 */
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

test('ADM-01 ADM-03 J-22 the media table shows ten rows a page, with columns, a search and filters', async ({
  page,
}) => {
  const { word, ids } = await shelf(page, 12);
  for (const column of ['Title', 'Name', 'Genre', 'Mood', 'Published', 'Curation', 'Rejected'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible();
  // One item with a value in every column, and one rejected item.
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

test('ADM-06 ADM-07 ADM-08 ADM-09 ADM-14 ME-26 J-22 bulk actions change several media items, and count the ones that fail', async ({
  page,
}) => {
  const { word, ids } = await shelf(page, 4);
  await setStatus(db, ids[3] ?? '', 'transcoding');
  await page.reload();
  await tick(page, word, 1, 2, 3, 4);
  // A second item is being processed again since the page was loaded.
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
  await dialog(page).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(toast(page, 'Updated 3 media.')).toBeVisible();
  for (const id of ids.slice(0, 3))
    expect(await mediaOf(page, id)).toMatchObject({ curatedGenre: { slug: 'soul' }, curatedMood: { slug: 'dusk' } });
  expect(await mediaOf(page, ids[3] ?? '')).toMatchObject({ curatedGenre: null, curatedMood: null });

  await bulk(page, 'Unpublish').click();
  await expect(toast(page, 'Unpublished 3 media.')).toBeVisible();
  expect(await publishedNow()).toEqual([false, false, false, false]);
});

test('ADM-10 ER-38 MB-14 J-22 deleting one or several media items requires a confirmation', async ({ page }) => {
  const { word, ids } = await shelf(page, 4);
  await tick(page, word, 1, 2, 3);
  await bulk(page, 'Delete').click();
  await expect(dialog(page)).toContainText('This cannot be undone.');
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

test('J-22 the tables work with the keyboard alone, also on a phone', async ({ page }) => {
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
    // Type the first letter of the menu item.
    await page.keyboard.press('d');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText(`Delete ${word} 3?`);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  }
  await openMenu();
  // Close and reopen the menu before the browser dispatches the toggle events.
  await page.getByRole('menu').evaluate((list: HTMLElement) => {
    list.hidePopover();
    list.showPopover();
  });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('p');
  await page.keyboard.press('Enter');
  await expect(toast(page, `Published ${word} 3.`)).toBeVisible();
  expect((await mediaOf(page, ids[2] ?? ''))['published']).toBe(true);
  // Focus is back on the menu button, so a keyboard user can continue from there.
  await expect(menu).toBeFocused();
});

test('GD-06 administrators have every tool on every grid, and other users have none', async ({ page }) => {
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
  // Another administrator deleted the item: opening its menu shows an error and removes its tile.
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

test('ADM-02 ADM-04 ER-21 J-22 a user is made an administrator and loses the role again', async ({ page, browser }) => {
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

test('ADM-05 ER-22 ER-38 J-22 users are deleted after a confirmation, one or several at once, and failures are listed', async ({
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
  // The search matches the beginning of a display name, so put the common last name first.
  await db`update users set display_name = last_name || ' ' || first_name where last_name = ${word}`;
  expect(await remaining()).toHaveLength(4);

  await choose(ada.name);
  await expect(dialog(desk).getByRole('heading')).toHaveText(`Delete: ${ada.name}?`);
  await expect(dialog(desk)).toContainText('This cannot be undone.');
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
  // One of the three users became an administrator after the page was loaded. The job suspends the other two, and its
  // result stays visible until the administrator dismisses it.
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

test('ADM-17 the menu item Agenda Jobs opens the queue dashboard, and is shown to administrators only', async ({
  page,
}) => {
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
  // Switch accounts before listening for errors, because the server refuses requests that the open page still makes for
  // the former account.
  await beVisitor(page);
  await asAdministrator(page);
  const refused: string[] = [];
  page.on('console', (message) => {
    // The dashboard's web fonts are blocked on purpose, so that their server doesn't learn who administers the product.
    if (message.type() === 'error' && !message.text().includes('fonts.googleapis.com')) refused.push(message.text());
  });
  await (await menu()).click();
  await expect(page).toHaveURL('/agenda');
  // The dashboard's own script runs under our Content-Security-Policy: it opens a queue without a page load.
  await page.getByRole('link', { name: 'Queues' }).first().click();
  await page.getByRole('link', { name: 'transcode', exact: true }).click();
  await expect(page).toHaveURL(/\/agenda\/queues\/transcode/);
  expect(refused).toEqual([]);
});

test('PM-09 each guard of screens and API calls admits only the accounts it is meant for', async ({ page }) => {
  const screens = { loggedIn: '/account/overview', admin: '/admin/users' };
  const calls = { account: '/api/users/me', member: '/api/getting-started', admin: '/api/admin/media' };
  const outcome = async () => {
    const seen: Record<string, string | number> = {};
    for (const [guard, path] of Object.entries(screens)) {
      await page.goto(path);
      // Every screen that a guard can lead to has a heading, which is visible once the guard has decided.
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

test('a suspended account sees the reason and cannot sign in until the suspension is lifted; the audit log shows both', async ({
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
  // A failed request keeps the text in the form.
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
  await desk.context().close();
});
