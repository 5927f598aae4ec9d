import { type Locator, type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
import { newId } from '../server/platform/ids.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { listening } from './testkit/listening.ts';
import { HEADERS, asAdministrator, beVisitor, enter, freshPage, signUp, somebody } from './testkit/people.ts';

let db: Pool;
let owner: string;
let song: string;
let clip: string;

test.beforeAll(async () => {
  ({
    owner,
    songs: [, song],
    clip,
  } = await listening());
  db = openDatabase();
  await db`update media set title = ${`Smoke ${owner}`} where id = ${song}`;
});
test.beforeEach(() => db`delete from comments where media_id in ${db([song, clip])}`);
test.afterAll(() => db.end());

const open = (page: Page, id = song) => page.goto(`/${owner}/${id}`);
const comments = (within: Page | Locator) => within.getByRole('region', { name: 'Comments' });
const lines = (within: Page | Locator) =>
  within.getByRole('list', { name: 'Comments', exact: true }).getByRole('article', { name: /^Comment by/ });
const box = (within: Page | Locator) => within.getByRole('textbox', { name: 'Add a comment' });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
/** Records the URLs of the comments and replies that the page posts from now on. */
const posts = (page: Page): string[] => {
  const found: string[] = [];
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().includes('/api/comments') && found.push(request.url()),
  );
  return found;
};

/** Inserts comments by a user, a minute apart, the last one a minute ago. */
async function write(
  userId: string,
  bodies: string[],
  more: { parent_id?: string; moment?: number } = {},
): Promise<string[]> {
  const rows = bodies.map((body, at) => ({
    id: newId(),
    media_id: song,
    author_id: userId,
    body,
    created_at: new Date(Date.now() - (bodies.length - at) * 60_000),
    ...more,
  }));
  await db`insert into comments ${db(rows)}`;
  return rows.map(({ id }) => id);
}

test('CO-01 CO-02 CO-03 CO-04 CO-07 J-15 a listener comments and replies in the expanded player, and loads more comments', async ({
  page,
  browser,
}) => {
  const author = await signUp(await freshPage(browser), somebody('Paloma', 'Ortiz'));
  const ids = await write(
    author.id,
    Array.from({ length: 22 }, (_, at) => `Number ${at + 1}`),
  );
  await signUp(page, somebody('Juno', 'Reyes'));
  await open(page);
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Expand the player' }).click();
  const display = page.getByRole('dialog', { name: /^Player/ });

  const sent = posts(page);
  await box(display).press('Enter');
  await box(display).fill('  \n ');
  await box(display).press('Enter');
  await expect(button(display, 'Comment')).toBeDisabled();
  expect(sent).toEqual([]);
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith(`/api/comments/${song}`),
  );
  await box(display).fill('Number');
  // In Safari, this is the Enter that confirms a composed word.
  await box(display).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: false });
  await expect(box(display)).toHaveValue('Number');
  await box(display).fill('Number 23');
  await box(display).press('Enter');
  await expect(lines(display).first()).toContainText('Number 23');
  await expect(box(display)).toHaveValue('');
  await expect.poll(() => sent.length).toBe(1);
  expect((await kept).status()).toBe(200);

  await expect(lines(display)).toHaveCount(10);
  await button(display, 'Show More (13)').click();
  await expect(lines(display)).toHaveCount(20);
  await button(display, 'Show More (3)').click();
  await expect(lines(display)).toHaveCount(23);
  await expect(display.getByRole('button', { name: /^Show More/ })).toHaveCount(0);

  await write(author.id, ['First', 'Second', 'Third'], { parent_id: ids.at(-1) ?? '' });
  await open(page);
  const last = page.getByRole('article', { name: /^Comment by/ }).filter({ hasText: 'Number 22' });
  const thread = page.getByRole('listitem').filter({ has: last });
  const replies = thread.getByRole('article', { name: /^Reply by/ });
  await expect(replies).toHaveCount(2);
  await button(thread, 'View all 3 replies').click();
  await expect(replies).toHaveCount(3);
  await expect(replies.last()).toContainText('Third');
  await button(thread, 'Reply').click();
  const answer = thread.getByRole('textbox', { name: 'Reply to Paloma Ortiz' });
  await expect(answer).toBeFocused();
  const replied = posts(page);
  await answer.press('Enter');
  await answer.fill('   ');
  await answer.press('Enter');
  expect(replied).toEqual([]);
  // After a visit to another screen, the reply box is still open with its text, but doesn't take the focus.
  await answer.fill('Kept');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page.getByRole('heading', { name: 'Genres', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(answer).toHaveValue('Kept');
  await expect(answer).not.toBeFocused();
  await answer.fill('Fourth');
  await answer.press('Enter');
  await expect(replies).toHaveCount(4);
  await expect(replies.last()).toContainText('Fourth');
  await expect.poll(() => replied).toEqual([expect.stringContaining(`/api/comments/reply/${ids.at(-1)}`)]);

  // A listener can flag other people's comments but not their own, and can delete their own after a confirmation.
  const own = lines(page).filter({ hasText: 'Number 23' });
  await expect(button(own, 'Flag')).toHaveCount(0);
  const theirs = lines(page).filter({ hasText: 'Number 22' });
  const noted = page.waitForResponse((answer) => answer.url().endsWith('/flag'));
  await button(theirs, 'Flag').click();
  await expect(theirs.getByText('Flagged')).toBeVisible();
  expect((await noted).status()).toBe(200);
  await expect(page.locator('[data-toast=info]')).toContainText('Notice');
  await expect(button(theirs, 'Delete')).toHaveCount(0);
  await button(own, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete this comment?' }), 'Delete').click();
  await expect(own).toHaveCount(0);
  await expect(lines(page).first()).toContainText('Number 22');

  // An administrator finds the flagged comment and deletes it.
  const office = await freshPage(browser);
  await asAdministrator(office);
  // Search by title, because other journeys may have left more than a page of newer songs.
  await office.goto(`/admin/media?q=${encodeURIComponent(`Smoke ${owner}`)}`);
  const row = office.locator(`[data-media="${song}"]`);
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await office.getByRole('menuitem', { name: 'Flagged comments' }).click();
  const flagged = office.getByRole('dialog', { name: 'Flagged comments' });
  await expect(flagged.getByText('Flagged by 1 account', { exact: true })).toBeVisible();
  await button(flagged, 'Delete').click();
  await button(office.getByRole('dialog', { name: 'Delete this comment?' }), 'Delete').click();
  await expect(flagged.getByText(/^Nobody has flagged a comment on/)).toBeVisible();
  // The comment disappears from the list immediately, and from the database once the request is processed.
  await expect.poll(() => db`select 1 from comments where body = 'Number 22' and media_id = ${song}`).toEqual([]);
});

test('CO-05 PM-02 PM-03 J-15 a visitor reads comments as plain text with links and times, and must sign in to write one', async ({
  page,
  browser,
}) => {
  const author = await signUp(await freshPage(browser), somebody('Paloma', 'Ortiz'));
  const [written = ''] = await write(
    author.id,
    ['<img src=x onerror=alert(1)> at 0:02\nsee https://example.org/a?b=1.'],
    { moment: 2 },
  );
  await open(page, clip);
  await expect(comments(page).getByText('Nobody has commented yet.')).toBeVisible();
  await open(page);
  await expect(comments(page).getByRole('textbox')).toHaveCount(0);
  await expect(button(comments(page), 'Reply')).toHaveCount(0);
  await expect(comments(page).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  for (const path of [song, `reply/${written}`]) {
    const answer = await page.request.post(`/api/comments/${path}`, { headers: HEADERS, data: { comment: 'No.' } });
    expect(answer.status()).toBe(401);
  }
  const line = lines(page).first();
  await expect(line).toContainText('<img src=x onerror=alert(1)> at 0:02');
  await expect(line.getByRole('img')).toHaveCount(0);
  const link = line.getByRole('link', { name: 'https://example.org/a?b=1' });
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(link).toHaveAttribute('href', 'https://example.org/a?b=1');

  // A moment on the waveform can be opened with the keyboard, and a time in a comment by a click.
  const heard = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0);
  await page.getByRole('list', { name: 'Timestamped comments' }).getByRole('button').press('Enter');
  await expect.poll(heard).toBeGreaterThanOrEqual(2);
  await page.getByRole('slider', { name: 'Seek' }).first().press('Home');
  await expect.poll(heard).toBeLessThan(2);
  await line.getByRole('button', { name: 'Listen from 0:02' }).last().click();
  await expect.poll(heard).toBeGreaterThanOrEqual(2);

  // If a song is removed while its page is open, the page shows a message and stops polling.
  const removed = await insertMedia(db, { musicianId: owner, title: 'Removed' });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/comments/') && asked.push(request.url()));
  await page.clock.install();
  await open(page, removed);
  await expect(comments(page).getByText('Nobody has commented yet.')).toBeVisible();
  await db`delete from media where id = ${removed}`;
  const refused = (part: string) =>
    page.waitForResponse((answer) => answer.status() === 404 && answer.url().endsWith(part));
  const both = Promise.all([refused(removed), refused('moments=true&size=100')]);
  await page.clock.fastForward('02:00');
  await both;
  const sentence = comments(page).getByText('This song was removed, or is not public any more.', { exact: true });
  await expect(sentence).toBeVisible();
  const before = asked.length;
  await page.clock.fastForward('10:00');
  await expect(sentence).toBeVisible();
  expect(asked).toHaveLength(before);
});

test('a comment typed in the expanded player is kept for its song and account; other songs and accounts have an empty box', async ({
  page,
  context,
}) => {
  const ben = await signUp(page, somebody('Ben', 'Okri'));
  await beVisitor(page);
  const ann = await signUp(page, somebody('Ann', 'Carson'));
  await page.goto(`/${owner}`);
  const first = page
    .getByRole('list', { name: /^Media of/ })
    .getByRole('button', { name: /^Play / })
    .first();
  const title = ((await first.getAttribute('aria-label')) ?? '').replace('Play ', '');
  await first.click();
  const expand = () =>
    page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Expand the player' }).click();
  await expand();
  const display = page.getByRole('dialog', { name: /^Player/ });
  const shown = page.getByRole('dialog', { name: `Player, ${title}`, exact: true });
  /** Seeks to just before the end of the song. */
  const toEnd = () =>
    page.evaluate(() => {
      const element = document.querySelector('video');
      if (element) element.currentTime = element.duration - 0.2;
    });
  await expect(shown).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)).toBeGreaterThan(0.1);

  await button(display, 'Report').click();
  const report = page.getByRole('dialog', { name: 'Report this media' });
  await report.getByLabel('In your own words').fill('About the first one');
  await toEnd();
  await expect(shown).toHaveCount(0);
  const about = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/reports'));
  await report.getByLabel('Reason').selectOption({ index: 1 });
  await report.getByRole('button', { name: 'Report' }).click();
  const [{ id = '' } = {}] = await db<
    { id: string }[]
  >`select id from media where musician_id = ${owner} and title = ${title}`;
  expect((await about).postDataJSON()).toMatchObject({ subject: { id } });
  await expect(report).toHaveCount(0);

  // Return to the first song. This may take two clicks, because Previous restarts a song that has played for a while.
  const back = () =>
    expect(async () => {
      await display.getByRole('button', { name: 'Previous' }).click();
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await back();
  await display.getByRole('button', { name: /^Comment at/ }).click();
  await box(display).fill('About the first one');
  await toEnd();
  await expect(shown).toHaveCount(0);
  await expect(box(display)).toHaveValue('');
  await expect(button(display, 'Remove the timestamp')).toHaveCount(0);
  // The focus stays in the box, so the player doesn't take the next letters as shortcuts.
  await expect(box(display)).toBeFocused();
  await back();
  await expect(box(display)).toHaveValue('About the first one');
  await expect(button(display, 'Remove the timestamp')).toBeVisible();

  // Pause, so that the song doesn't end during the next steps.
  await display.getByRole('button', { name: 'Pause', exact: true }).click();
  const other = await context.newPage();
  /**
   * Switches the page to another account, and expands the player again if it closed: the page closes it when a request
   * with the former session is refused.
   */
  const becomes = async (person: typeof ann, name: string) => {
    await enter(other, person);
    await other.goto('/');
    await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
    await expect(async () => {
      if (!(await display.isVisible())) await expand();
      await expect(shown).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };
  await becomes(ben, 'Ben Okri');
  await expect(box(display)).toHaveValue('');
  await expect(button(display, 'Remove the timestamp')).toHaveCount(0);
  await becomes(ann, 'Ann Carson');
  await expect(box(display)).toHaveValue('About the first one');
});
