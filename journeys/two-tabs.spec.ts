import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/db/connection.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { chunkOf } from './testkit/chunks.ts';
import { HEADERS, beVisitor, enter, musician, signIn, signUp, somebody } from './testkit/people.ts';

let db: Pool;
test.beforeAll(() => {
  db = openDatabase();
});
test.afterAll(() => db.end());

const accountOf = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` });
/** Notes in the page that it was not loaded anew. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['stays'] = 'here'));
const stays = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-stays', 'here');

/** Ann signed in, in a browser where Ben may sign in, and the page of somebody's song. */
async function annAndKettle(page: Page) {
  const owner = await musician(page);
  const media = await insertMedia(db, { musicianId: owner, title: 'Kettle' });
  await beVisitor(page);
  const ben = await signUp(page, somebody('Ben'));
  await beVisitor(page);
  const ann = await signUp(page, somebody('Ann'));
  return { ann, ben, media, kettle: `/${owner}/${media}` };
}

/** Ann comments on Kettle, and Ben signs in before that is there: it comes with a session that is over. Returns its box. */
async function commentTooLate(page: Page, { ben, media, kettle }: Awaited<ReturnType<typeof annAndKettle>>) {
  await page.goto(kettle);
  await expect(accountOf(page, 'Ann')).toBeVisible();
  await mark(page);
  const isSignedIn = Promise.withResolvers<void>();
  // The first session ends before the browser has the next one's cookie: whatever is asked between is as a visitor's.
  await page.route('**/api/**', async (route) => {
    await isSignedIn.promise;
    return route.fallback();
  });
  await page.route(`**/api/comments/${media}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const headers = await route.request().allHeaders();
    await enter(page, ben);
    const response = await route.fetch({ headers });
    expect(response.status()).toBe(401);
    isSignedIn.resolve();
    return route.fulfill({ response });
  });
  const box = page.getByRole('textbox', { name: 'Add a comment' });
  await box.fill('Written by Ann');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(accountOf(page, 'Ben')).toBeVisible();
  return box;
}

test('a tab follows when somebody signs out and another in, in another tab; nothing of the first one stays', async ({
  page,
  context,
}) => {
  const ben = await signUp(page, somebody('Ben'));
  await beVisitor(page);
  await signUp(page, somebody('Ann'));
  const data = { name: 'Only for Ann', description: '', visibility: 'private' };
  expect((await page.request.post('/api/playlists', { headers: HEADERS, data })).status()).toBe(200);
  await page.goto('/playlists');
  await expect(page.getByText('Only for Ann')).toBeVisible();
  await mark(page);

  const other = await context.newPage();
  await other.goto('/');
  await accountOf(other, 'Ann').click();
  await other.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(other.getByRole('link', { name: 'Sign in' })).toBeVisible();
  // Where one has to be signed in: as after a session that ended.
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Only for Ann')).toHaveCount(0);

  await other.goto('/login');
  await signIn(other, ben);
  await expect(accountOf(page, 'Ben')).toBeVisible();
  // Nobody has to sign in twice: it goes on to where that would have led.
  await expect(page).toHaveURL('/playlists');
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await expect(page).toHaveURL('/moods');
  await stays(page);
});

test('a tab follows to another account on the screen that it shows, and keeps nothing that was typed for the first', async ({
  page,
  context,
}) => {
  const { ben, kettle } = await annAndKettle(page);
  await page.goto(kettle);
  const box = page.getByRole('textbox', { name: 'Add a comment' });
  await box.fill('Written by Ann');
  await expect(accountOf(page, 'Ann')).toBeVisible();
  await mark(page);

  // As by a provider of sign-ins: the other tab comes back from there, and is Ben's.
  const other = await context.newPage();
  await enter(other, ben);
  await other.goto('/');
  await expect(accountOf(page, 'Ben')).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(kettle);
  await stays(page);
});

test('a call that was under way when another tab signed in leads nobody to the sign-in', async ({ page }) => {
  const visit = await annAndKettle(page);
  const box = await commentTooLate(page, visit);
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(visit.kettle);
  await stays(page);
});

test('a tab that is not wholly there when another one signs in follows it, too', async ({ page }) => {
  const visit = await annAndKettle(page);
  const isWhole = Promise.withResolvers<void>();
  // The part that follows what other tabs do.
  await page.route(chunkOf('auth/other-tabs.ts'), async (route) => {
    await isWhole.promise;
    return route.fallback();
  });
  const box = await commentTooLate(page, visit);
  // A draft is its account's from the first; what else is begun goes with the screen.
  await expect(box).toHaveValue('');
  await page.getByRole('main').getByRole('button', { name: 'Report', exact: true }).click();
  const report = page.getByRole('dialog', { name: 'Report this media' });
  await expect(report).toBeVisible();
  isWhole.resolve();
  await expect(report).toHaveCount(0);
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(visit.kettle);
  await stays(page);
});

test('a call that is refused while another tab signs in leads nobody to the sign-in: that is waited for', async ({
  page,
  context,
}) => {
  const { ann, ben, kettle } = await annAndKettle(page);
  await page.goto(kettle);
  await expect(accountOf(page, 'Ann')).toBeVisible();
  await mark(page);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));

  const other = await context.newPage();
  await other.goto('/login');
  const isRefused = Promise.withResolvers<void>();
  // As where the server has ended the former session and the browser has not got the next one yet.
  await other.route('**/auth', async (route) => {
    await db`delete from sessions where user_id = ${ann.id}`;
    const refusal = page.waitForResponse(
      (answer) => answer.status() === 401 && answer.url().includes('/api/comments/'),
    );
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('Written by Ann');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await refusal;
    isRefused.resolve();
    return route.fallback();
  });
  await signIn(other, ben);
  await isRefused.promise;
  await expect(accountOf(page, 'Ben')).toBeVisible();
  await expect(page).toHaveURL(kettle);
  await stays(page);
  expect(visited).not.toContain('/login');
});
