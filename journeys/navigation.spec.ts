import { type Page, expect, test } from './test.ts';
import { insertMedia } from '../server/testkit/media.ts';
import { expectAccessibleNow, expectNoSideways } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, musician, setUser, signIn, signUp } from './people.ts';

const navbar = (page: Page) => page.getByRole('banner');
const openMenu = (page: Page) => page.getByRole('button', { name: /^Account of / }).click();
const entry = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

test('MB-01 MB-04 MB-05 the navbar leads visitors to genres and moods, in, and to their first upload', async ({
  page,
}) => {
  await page.goto('/help/about');
  const main = navbar(page).getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link')).toHaveText(['Genres', 'Moods']);
  for (const [name, path] of [
    ['Genres', '/genres'],
    ['Moods', '/moods'],
    ['Sign in', '/login'],
    ['Create Account', '/signup'],
  ] as const) {
    await navbar(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  const upload = navbar(page).getByRole('link', { name: "Upload, It's Free", exact: true });
  await expect(upload).toHaveText("Upload, It's Free");
  await expect(upload).toHaveAttribute('href', '/upload');
  // Members have the same two.
  await signUp(page);
  await page.goto('/help/about');
  await expect(main.getByRole('link')).toHaveText(['Genres', 'Moods']);
  await expect(navbar(page).getByRole('link', { name: 'Upload', exact: true })).toBeVisible();
  await expect(navbar(page).getByRole('link', { name: /Sign in|Create Account|Free/ })).toHaveCount(0);
});

test('the navbar fits windows of every width, for visitors and for members', async ({ page }) => {
  const WIDTHS = [640, 767, 768, 900, 1023, 1024] as const;
  await page.goto('/help/about');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await expect(navbar(page).getByRole('link', { name: "Upload, It's Free" })).toBeInViewport({ ratio: 1 });
    await expectNoSideways(page);
  }
  await page.setViewportSize({ width: 768, height: 700 });
  await navbar(page).getByRole('button', { name: 'Menu' }).click();
  await expect(entry(page, 'Create Account')).toBeVisible();
  await signUp(page);
  await page.goto('/help/about');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 700 });
    await expect(page.getByRole('button', { name: /^Account of / })).toBeInViewport({ ratio: 1 });
    await expectNoSideways(page);
  }
});

test('MB-02 members have a search box, stats, favorites, messages and Upload, and Upgrade until they subscribe', async ({
  page,
}) => {
  const { id } = await signUp(page);
  await page.goto('/help/about');
  const bar = navbar(page);
  await expect(bar.getByLabel('Search', { exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Stats', exact: true })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Favorites' })).toHaveAttribute('href', '/favorites');
  await expect(bar.getByRole('button', { name: 'Messages' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Upload', exact: true })).toHaveAttribute('href', '/upload');
  const upgrade = bar.getByRole('link', { name: 'Upgrade' });
  await expect(upgrade).toHaveAttribute('href', '/account/subscription');
  await setUser(id, { plan: 'spicy' });
  await page.reload();
  await expect(bar.getByRole('button', { name: 'Stats', exact: true })).toBeVisible();
  await expect(upgrade).toHaveCount(0);
});

test('MB-07 MB-08 the menu of the account leads to the own profile and media, with their number', async ({ page }) => {
  const id = await musician(page);
  const db = openDatabase();
  await insertMedia(db, { musicianId: id });
  await insertMedia(db, { musicianId: id, published: false });
  await insertMedia(db, { musicianId: id, type: 'video' });
  await db.end();
  await page.goto('/help/about');
  await openMenu(page);
  await expect(entry(page, /^Songs & Videos/)).toHaveText('Songs & Videos3');
  await expectAccessibleNow(page);
  await entry(page, /^Songs & Videos/).click();
  await expect(page).toHaveURL('/account/media');
  await openMenu(page);
  await entry(page, 'My Profile').click();
  await expect(page).toHaveURL(`/${id}`);
  const named = await page.request.put(`/api/users/${id}`, {
    headers: HEADERS,
    data: { username: `Pia${id.slice(-8)}` },
  });
  expect(named.status(), await named.text()).toBe(200);
  await page.reload();
  await openMenu(page);
  await entry(page, 'My Profile').click();
  await expect(page).toHaveURL(`/Pia${id.slice(-8)}`);
});

test('MB-11 MB-12 the menu leads to the settings, the password, the help, the way out and the end of the account', async ({
  page,
}) => {
  const person = await signUp(page);
  for (const [name, path] of [
    ['Account Settings', '/account/overview'],
    ['Subscription Mild', '/account/subscription'],
    ['Notifications', '/account/notifications'],
    ['Change password', '/reset'],
    ['Help', '/help/faq'],
    ['Delete Account', '/account/delete'],
  ] as const) {
    await page.goto('/help/about');
    await openMenu(page);
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Delete account' })).toBeVisible();
  await page.goto('/help/about');
  await openMenu(page);
  await expect(entry(page, 'Logout')).toHaveAttribute('href', '/logout');
  await entry(page, 'Logout').click();
  await expect(page).toHaveURL('/');
  await expect(navbar(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/login');
  await signIn(page, person);
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible();
});

test('from screen to screen nothing is waited for but the answers: no timer has to pass', async ({ page }) => {
  await page.clock.install();
  await page.goto('/help/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Us');
  await page.clock.pauseAt(Date.now() + 60_000);
  const main = navbar(page).getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Genres' }).click();
  await page.getByRole('list', { name: 'Genres' }).getByRole('link', { name: 'Soul' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Soul');
  await main.getByRole('link', { name: 'Moods' }).click();
  await expect(page.getByRole('list', { name: 'Moods' })).toBeVisible();
  await navbar(page).getByRole('link').first().click();
  await expect(page.getByRole('list', { name: 'Browse by taste' })).toBeVisible();
});
