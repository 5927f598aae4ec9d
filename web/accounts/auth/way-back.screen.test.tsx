import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { fillSignUp, trySignIn } from '../../testkit/sign-in.ts';

beforeEach(() => {
  emptyScreens();
  fake(login, member());
});

test('RT-05 screens for other roles redirect a member to the login', async () => {
  for (const path of ['/admin/users', '/admin/media', '/review']) {
    await openScreen(path, { as: member() });
    await expect.poll(address).toBe('/login');
  }
});

test('RT-05 RT-11 screens for members redirect a visitor to the login', async () => {
  for (const path of [
    '/account/media',
    '/account/media/edit/x',
    '/upload',
    '/review',
    '/admin/users',
    '/admin/media',
  ]) {
    await openScreen(path);
    await expect.poll(address).toBe('/login');
  }
});

test('RT-11 the login returns to the address that it interrupted', async () => {
  await openScreen('/account/media?filter=salt');
  await expect.poll(address).toBe('/login');
  await trySignIn();
  await expect.poll(address).toBe('/account/media?filter=salt');
});

test.for(['/genres', '/well-done'])('RT-08 RT-12 a login opened from %s returns there', async (path) => {
  await openScreen(path);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/login');
  await trySignIn();
  await expect.poll(address).toBe(path);
  await expect.element(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('RT-13 J-07 a login at the start of a visit leads to the recommendations', async () => {
  await openScreen('/login');
  await trySignIn();
  await expect.poll(address).toMatch(/^\/browse(\?seed=\d+)?$/);
});

test('the sign-up form returns to the address that the login interrupted', async () => {
  fake(signUp, member());
  await openScreen('/');
  await page.getByRole('link', { name: "Upload, It's Free" }).click();
  await expect.poll(address).toBe('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect.poll(address).toBe('/upload');
});
