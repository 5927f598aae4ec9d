import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { me, musician } from '@scoville/contract/accounts/users/users.ts';
import { verifyEmail } from '@scoville/contract/accounts/auth/verification.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { member } from './testkit/accounts.ts';
import { fake, refused } from './testkit/api.ts';
import { emptyScreens } from './testkit/empty-screens.ts';
import { address, openScreen } from './testkit/screen.tsx';
import { trySignIn } from './testkit/sign-in.ts';

beforeEach(emptyScreens);

test('RT-10 the title names the screen and the product, also after a change of page', async () => {
  const titles = {
    '/': 'Home',
    '/login': 'Sign in',
    '/signup': 'Create account',
    '/browse': 'Recommendations based on your latest music choices',
    '/perfectly-seasoned': 'Perfectly Seasoned',
    '/well-done': 'Well Done',
    '/moods': 'Moods',
    '/genres': 'Genres',
  };
  for (const [path, title] of Object.entries(titles)) {
    await openScreen(path);
    await expect.poll(() => document.title).toBe(`${title} | Scoville`);
  }
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(() => document.title).toBe('Sign in | Scoville');
});

test.for(['/help/nothing-here', '/a/b/c/d/e', '/account/nothing', '/admin/nothing', '/about', '/Media', '/a-b'])(
  'RT-02 the unknown address %s redirects Home',
  async (path) => {
    await openScreen(path);
    await expect.poll(address).toBe('/');
    await expect.poll(() => document.title).toBe('Home | Scoville');
  },
);

test('a path starting with two slashes redirects to Home on this site', async () => {
  const { origin } = location;
  await openScreen(`${origin}//other.example/login/`);
  await expect.poll(() => location.href).toBe(`${origin}/`);
});

test.for(['/nobodyofthatname', '/nobodyofthatname/songs', '/nobodyofthatname/0123456789abcdef01234567'])(
  'RT-54 %s, which does not exist, redirects to the recommendations',
  async (path) => {
    fake(musician, refused(404, 'Not found.'));
    fake(media, refused(404, 'Not found.'));
    await openScreen(path);
    await expect.poll(address).toMatch(/^\/browse(\?seed=\d+)?$/);
  },
);

test('ER-03 API-04 a 401 for the visitor’s own account doesn’t redirect to the login', async () => {
  fake(verifyEmail, { message: 'Your email is confirmed.' });
  await openScreen('/verify/token');
  const asked = fake(me, refused(401, 'Please sign in.'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect.element(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  expect(asked.calls).toHaveLength(1);
  expect(address()).toBe('/verify/token');
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await expect.poll(address).toBe('/moods');
});

test('API-01 every call sends the visitor’s time zone', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => asked.mockRestore());
  fake(login, member());
  await openScreen('/login');
  await trySignIn();
  await expect.poll(address).toMatch(/^\/browse/);
  await page.getByRole('link', { name: 'Moods' }).first().click();
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.element(page.getByRole('heading', { name: 'Genres' })).toBeVisible();
  const calls = asked.mock.calls.filter(([url]) => /^\/(api|auth)(\/|$)/.test(String(url)));
  expect(calls.map(([url]) => String(url).split('?')[0])).toEqual(
    expect.arrayContaining([login.path, '/api/browse/media', '/api/moods', '/api/genres']),
  );
  const offsets = calls.map(([, init]) => new Headers(init?.headers).get('X-Timezone-Offset'));
  expect([...new Set(offsets)]).toEqual([String(new Date().getTimezoneOffset())]);
});
