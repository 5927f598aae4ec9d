import { type Page, expect, test } from './testkit/test.ts';
import type { Pool } from '../server/platform/db/connection.ts';
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
/** Marks the document, to check later that the page wasn't reloaded. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['stays'] = 'here'));
const stays = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-stays', 'here');

/** Signs up Ben and then Ann, who stays signed in. Returns both, and a song by another musician. */
async function annAndKettle(page: Page) {
  const owner = await musician(page);
  const media = await insertMedia(db, { musicianId: owner, title: 'Kettle' });
  await beVisitor(page);
  const ben = await signUp(page, somebody('Ben'));
  await beVisitor(page);
  const ann = await signUp(page, somebody('Ann'));
  return { ann, ben, media, kettle: `/${owner}/${media}` };
}

/**
 * Ann sends a comment, and Ben signs in before it arrives, so the comment's session has ended. Returns the comment box.
 */
async function commentTooLate(page: Page, { ben, media, kettle }: Awaited<ReturnType<typeof annAndKettle>>) {
  await page.goto(kettle);
  await expect(accountOf(page, 'Ann')).toBeVisible();
  await mark(page);
  const isSignedIn = Promise.withResolvers<void>();
  // Hold other requests until Ben is signed in: the first session ends before the browser has the next one's cookie,
  // and the server would treat requests in between as a visitor's.
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

test('a tab follows a sign-out and the sign-in of another user in another tab, and keeps nothing of the first user', async ({
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
  // On a screen for members, the page acts like after the end of a session.
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Only for Ann')).toHaveCount(0);

  await other.goto('/login');
  await signIn(other, ben);
  await expect(accountOf(page, 'Ben')).toBeVisible();
  // The user doesn't have to sign in twice: this tab goes to the screen that a sign-in here would have led to.
  await expect(page).toHaveURL('/playlists');
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await expect(page).toHaveURL('/moods');
  await stays(page);
});

test('a tab switches to another account without leaving its screen, and drops what was typed for the first account', async ({
  page,
  context,
}) => {
  const { ben, kettle } = await annAndKettle(page);
  await page.goto(kettle);
  const box = page.getByRole('textbox', { name: 'Add a comment' });
  await box.fill('Written by Ann');
  await expect(accountOf(page, 'Ann')).toBeVisible();
  await mark(page);

  // As after a sign-in with a provider, the other tab returns with Ben's session.
  const other = await context.newPage();
  await enter(other, ben);
  await other.goto('/');
  await expect(accountOf(page, 'Ben')).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(kettle);
  await stays(page);
});

test('a request in progress while another tab signs in does not lead to the login', async ({ page }) => {
  const visit = await annAndKettle(page);
  const box = await commentTooLate(page, visit);
  await expect(box).toHaveValue('');
  await expect(page).toHaveURL(visit.kettle);
  await stays(page);
});

test('a tab that has not loaded completely when another tab signs in switches accounts, too', async ({ page }) => {
  const visit = await annAndKettle(page);
  const isWhole = Promise.withResolvers<void>();
  // The code that follows other tabs.
  await page.route(chunkOf('accounts/auth/other-tabs.ts'), async (route) => {
    await isWhole.promise;
    return route.fallback();
  });
  const box = await commentTooLate(page, visit);
  // A draft belongs to its account from the start. Other unfinished input disappears with the screen.
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

test('a request that is refused while another tab signs in waits for the sign-in, and does not lead to the login', async ({
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
  // At this moment, the server has ended the former session, and the browser doesn't have the next one yet.
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
