import { deleteAccount } from '@scoville/contract/community/own-account/account-deletion.ts';
import { login, logout } from '@scoville/contract/accounts/auth/auth.ts';
import { unreadNotifications } from '@scoville/contract/community/notifications/notifications.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake, hold, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { PASSWORD, PERSON, trySignIn } from '../../testkit/sign-in.ts';

test('the farewell stays for its full time despite an open call, and the next account starts at home', async () => {
  emptyScreens();
  const unread = hold(unreadNotifications, refused(401, 'Please sign in.'));
  fake(deleteAccount, () => {
    fake(me, refused(401, 'Please sign in.'));
    return { message: 'Your account was deleted.' };
  });
  fake(logout, { message: 'Signed out.' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openScreen('/account/delete', { as: member() });
  await page.getByLabelText('Email').fill(PERSON.email);
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD);
  await expect.poll(() => unread.calls.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const farewell = page.getByRole('heading', { name: 'We are sorry to see you go' });
  await expect.element(farewell).toBeVisible();
  unread.release();
  await vi.advanceTimersByTimeAsync(1000);
  await expect.element(farewell).toBeVisible();
  expect(address()).toBe('/account/delete');
  await vi.advanceTimersByTimeAsync(1000);
  await expect.poll(address).toBe('/');
  await expect.poll(() => document.title).toBe('Home | Scoville');

  fake(unreadNotifications, { count: 0 });
  fake(login, member({ firstName: 'Ana' }));
  await page.getByRole('link', { name: 'Sign in' }).click();
  await trySignIn();
  await expect.element(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible();
  await expect.poll(address).toBe('/');
});
