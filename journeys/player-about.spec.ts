import { type Page, expect, test } from './test.ts';
import type { Pool } from '../server/db/connection.ts';
import { newId } from '../server/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './catalogue.ts';
import { type Listening, asListenedTo, listening } from './listening.ts';
import { freshPage, musician, signUp } from './people.ts';
import { mediaOf } from './uploading.ts';

let db: Pool;
let found: Listening;

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  found = await listening(page);
  await page.close();
  db = openDatabase();
});
test.beforeEach(() => db`delete from comments where media_id = ${found.other}`);
test.afterAll(async () => {
  await db`delete from comments where media_id = ${found.other}`;
  await db.end();
});

/** The flame's colour on a light ground. */
const EMBER = 'rgb(194, 65, 12)';

const bar = (page: Page) => page.getByRole('region', { name: 'Player' });
const display = (page: Page) => page.getByRole('dialog', { name: /^Player/ });

/** The page of a media, with that in the player. */
async function play(page: Page): Promise<void> {
  await page.goto(`/${found.owner}/${found.other}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await expect(bar(page)).toBeVisible();
}
const expand = (page: Page) => bar(page).getByRole('button', { name: 'Expand the player' }).click();

test('PL-06 bar and display offer a subscription to everybody but the owner', async ({ page, browser }) => {
  const member = await freshPage(browser);
  await signUp(member);
  for (const listener of [page, member]) {
    await play(listener);
    // Quiet: the bar is below every screen, and the flame is for the one main action of that.
    const inBar = bar(listener).getByRole('button', { name: 'Subscribe', exact: true });
    await expect(inBar).not.toHaveCSS('background-color', EMBER);
    await inBar.click();
    await expect(listener.getByRole('dialog', { name: 'Subscribe to Juno Reyes' })).toBeVisible();
    await listener.keyboard.press('Escape');
    await expand(listener);
    const inDisplay = display(listener).getByRole('button', { name: 'Subscribe', exact: true });
    await expect(inDisplay).toHaveCSS('background-color', EMBER);
  }
  const owner = await freshPage(browser);
  await asListenedTo(owner);
  await play(owner);
  await expect(bar(owner).getByRole('button', { name: 'Expand the player' })).toBeVisible();
  await expect(bar(owner).getByRole('button', { name: 'Subscribe', exact: true })).toHaveCount(0);
  await expand(owner);
  await expect(display(owner).getByRole('button', { name: 'Collapse the player' })).toBeVisible();
  await expect(display(owner).getByRole('button', { name: 'Subscribe', exact: true })).toHaveCount(0);
});

test('PL-12 the heart of bar and display makes the track a favorite and none again, and its count follows', async ({
  page,
}) => {
  await signUp(page);
  await play(page);
  const before = Number((await mediaOf(page, found.other))['rememberCount']);
  const favs = (count: number) => `${count} ${count === 1 ? 'fav' : 'favs'}`;
  const heart = bar(page).getByRole('button', { name: 'Favorite Slow Table' });
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(bar(page).getByText(favs(before + 1), { exact: true })).toBeVisible();
  await expect.poll(async () => (await mediaOf(page, found.other))['rememberCount']).toBe(before + 1);

  await expand(page);
  const large = display(page).getByRole('button', { name: 'Favorite Slow Table' });
  await expect(large).toHaveAttribute('aria-pressed', 'true');
  await expect(display(page).getByText(favs(before + 1), { exact: true })).toBeVisible();
  await large.click();
  await expect(large).toHaveAttribute('aria-pressed', 'false');
  await expect(display(page).getByText(favs(before), { exact: true })).toBeVisible();
  await expect.poll(async () => (await mediaOf(page, found.other))['rememberCount']).toBe(before);
});

test('PL-14 the display adds description, labels, comments, replies and what is related, none of which the bar has', async ({
  page,
  browser,
}) => {
  const author = await signUp(await freshPage(browser));
  const [punk] = await db<{ id: string }[]>`select id from categories where slug = 'punk' and kind = 'genre'`;
  const guest = await musician(await freshPage(browser));
  const title = 'After Supper';
  await insertMedia(db, { musicianId: guest, title, scores: [94, 93, 95], length: 60, genreId: punk!.id });
  const [first, reply] = [newId(), newId()];
  const row = { media_id: found.other, author_id: author.id };
  await db`insert into comments ${db([
    {
      ...row,
      id: first,
      body: 'Smoky from the first bar.',
      created_at: new Date(Date.now() - 60_000),
      parent_id: null,
    },
    { ...row, id: reply, body: 'And sweet at the end.', created_at: new Date(), parent_id: first },
  ])}`;
  // A page without any of it.
  await page.goto(`/${found.owner}/${found.other}`);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
  const parts = (within: ReturnType<typeof bar>) => ({
    description: within.getByText('Cooked at night.', { exact: true }),
    label: within.getByRole('list', { name: 'Labels' }).getByText('late', { exact: true }),
    comment: within.getByText('Smoky from the first bar.', { exact: true }),
    reply: within.getByText('And sweet at the end.', { exact: true }),
  });
  await expect(bar(page)).toBeVisible();
  for (const part of Object.values(parts(bar(page)))) await expect(part).toHaveCount(0);
  await expand(page);
  for (const part of Object.values(parts(display(page)))) await expect(part).toBeVisible();
  const related = display(page).getByRole('list', { name: 'Related' });
  // Which they are depends on all that is there; what was made above sees to it that there are some.
  await expect(related.getByRole('article').first()).toBeAttached();
  await expect(related.locator(`a[href*="${found.other}"]`)).toHaveCount(0);
});
