import { type Page, expect, test } from './test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, signUp } from './people.ts';

const card = (page: Page) => page.getByRole('region', { name: 'Your first steps' });
const open = (page: Page) => card(page).getByRole('link');

test('a new musician is led from step to step, each one click away, until none is left', async ({ page, browser }) => {
  const { id } = await signUp(page);
  const db = openDatabase();
  await page.goto('/account/overview');
  // No mail leaves this installation: there is nothing to confirm.
  await expect(open(page)).toHaveText([
    'Choose your username',
    'Add a profile picture',
    'Write a few words about yourself',
    'Say where you are',
    'Upload your first song or video',
    'Publish it',
    'Submit it for a review',
  ]);
  await expect(card(page)).toContainText('0 of 7 done');
  await expectAccessible(page);
  for (const [step, path] of [
    ['Choose your username', '/account/profile'],
    ['Upload your first song or video', '/upload'],
    ['Submit it for a review', '/account/media'],
  ] as const) {
    await open(page).filter({ hasText: step }).click();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(card(page)).toBeVisible();
  }
  // What is done on another screen is done here at the next look.
  await open(page).filter({ hasText: 'few words' }).click();
  await page.getByLabel('Bio', { exact: true }).fill('Plays at dawn.');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Successfully updated!')).toBeVisible();
  await page.goto(`/${id}`);
  await expect(card(page)).toContainText('1 of 7 done');
  await expect(open(page).filter({ hasText: 'few words' })).toHaveCount(0);
  await expect(card(page).getByText('Write a few words about yourself: done')).toBeVisible();
  await expectAccessible(page);

  // Nobody else sees it.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`/${id}`);
  await expect(visitor.getByText('Plays at dawn.').first()).toBeVisible();
  await expect(card(visitor)).toHaveCount(0);
  await visitor.context().close();

  const song = await insertMedia(db, { musicianId: id, published: false });
  await db`update users set profile_image_version = 1 where id = ${id}`;
  await db.end();
  const put = async (path: string, data: object) => {
    const answer = await page.request.put(path, { headers: HEADERS, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await put(`/api/users/${id}`, { username: `Pia${id.slice(-8)}`, address: { city: 'Memphis', state: 'TN' } });
  await put(`/api/media/${song}`, { published: true });
  await page.reload();
  await expect(open(page)).toHaveText(['Submit it for a review']);
  await put(`/api/media/${song}`, { allowCuration: true });
  const asked = page.waitForResponse('**/api/getting-started');
  await page.reload();
  expect(await (await asked).json()).toEqual({ steps: [] });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('a musician who wants none of it closes the first steps for good', async ({ page }) => {
  await signUp(page);
  await page.goto('/account/overview');
  await card(page).getByRole('button', { name: 'Don’t show this again' }).click();
  await expect(card(page)).toHaveCount(0);
  const asked = page.waitForResponse('**/api/getting-started');
  await page.reload();
  expect(await (await asked).json()).toEqual({ steps: [] });
  await expect(card(page)).toHaveCount(0);
});

test('the first steps stand with the rest of one’s own profile, and nothing moves for them', async ({ page }) => {
  const { id } = await signUp(page);
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(globalThis, { moved });
    const note = (list: PerformanceObserverEntryList) =>
      moved.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value));
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`/${id}`);
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'RSS feed' })).toBeVisible();
  // What moved is said after the frame in which it did.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const moved = await page.evaluate(() => (globalThis as unknown as { moved: number[] }).moved);
  expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
});
