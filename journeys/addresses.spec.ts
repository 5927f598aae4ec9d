import { expect, test } from './testkit/test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { beVisitor, signIn, signUp } from './testkit/people.ts';

test('RT-01 every URL opens directly and after a reload, without a hash', async ({ page }) => {
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/genres',
    '/genres/soul',
    '/moods',
    '/moods/dusk',
    '/browse',
    '/perfectly-seasoned',
    '/well-done',
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(200);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const text = await heading.textContent();
    await page.reload();
    await expect(heading).toHaveText(text ?? '');
    expect(new URL(page.url()).pathname).toBe(path);
    expect(page.url()).not.toContain('#');
  }
});

test('RT-07 a page change closes an open dialog', async ({ page }) => {
  await page.goto('/genres');
  await page.getByRole('main').getByRole('link', { name: 'Soul' }).first().click();
  await page.getByRole('button', { name: 'Filter Media' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('dialog[open]')).toHaveCount(0);

  // A dialog of the app frame, which doesn't disappear with the screen.
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soul');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Genres');
  await expect(page.locator('dialog[open]')).toHaveCount(0);
});

test('RT-30 RT-31 RT-47 UP-26 J-07 screens for members redirect to the sign-in, and open after it', async ({
  page,
}) => {
  const person = await signUp(page);
  const db = openDatabase();
  const id = await insertMedia(db, { musicianId: person.id, title: 'Kitchen Door' });
  await db.end();
  for (const [path, sign] of [
    ['/account/media', 'Kitchen Door'],
    ['/upload', 'Upload'],
  ] as const) {
    await beVisitor(page);
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByText(sign).first()).toBeVisible();
  }
  await beVisitor(page);
  const edit = `/account/media/edit/${id}`;
  await page.goto(edit);
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
  await expect(page).toHaveURL(edit);
  await expect(page.getByLabel('Title')).toHaveValue('Kitchen Door');
});

test('a list embedded in the document is not requested, and keeps its order after a reload', async ({ page }) => {
  const requested: URL[] = [];
  page.on('request', (request) => requested.push(new URL(request.url())));
  /** Paths of the requests for the first page of a list. */
  const lists = () =>
    requested
      .filter(({ pathname, searchParams }) => /^\/api\/(media|list)/.test(pathname) && !searchParams.has('cursor'))
      .map(({ pathname }) => pathname);
  const cards = page.getByRole('main').getByRole('article');
  await page.goto('/perfectly-seasoned', { waitUntil: 'networkidle' });
  await expect(cards.first()).toBeVisible();
  expect(lists()).toEqual([]);

  await page.goto('/genres/soul?play=false', { waitUntil: 'networkidle' });
  await expect(cards.first()).toBeVisible();
  await expect(page).toHaveURL(/\?play=false&seed=\d+$/);
  expect(lists()).toEqual([]);
  const shown = await cards.allTextContents();
  await page.reload({ waitUntil: 'networkidle' });
  await expect(cards).toHaveText(shown);
  expect(lists()).toEqual(['/api/media']);
  // The seed was added to the list's own history entry, so Back leads to the screen before the list.
  await page.goBack();
  await expect(page).toHaveURL('/perfectly-seasoned');
});
