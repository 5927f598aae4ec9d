import { expectAccessible } from '../../testkit/accessible.ts';
import { notifications } from '@scoville/contract/community/notifications/notifications.ts';
import { SIGN_IN_AGAIN } from '@scoville/contract/accounts/auth/fresh-sign-in.ts';
import { checkReset, resetPassword, setPassword } from '@scoville/contract/accounts/auth/passwords.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { member } from '../../testkit/accounts.ts';
import { fake, hold, refused } from '../../testkit/api.ts';
import { quietOverview } from '../../testkit/account-overview.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { LAST_PAGE } from '../../testkit/sample.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

const NO_USER = 'No user found matching this token.';

beforeEach(() => {
  emptyScreens();
  quietOverview();
});

async function choose(password: string): Promise<void> {
  await page.getByLabelText('New password', { exact: true }).fill(password);
  await page.getByLabelText('Confirm new password').fill(password);
}

test('a link that was used in the meantime shows an error in the form', async () => {
  fake(checkReset, { message: 'This link is good.' });
  fake(resetPassword, refused(404, NO_USER));
  await openScreen('/reset/deadbeef');
  await expect.element(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await choose('quite another kettle');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect.element(alert(NO_USER)).toBeVisible();
});

test('without a session or a token the screen offers a new link', async () => {
  await openScreen('/reset');
  await expect.element(page.getByText('The account for this token was not found.', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot');
});

test('AU-12 a call that is refused while the password changes is repeated with the new session', async () => {
  const person = member();
  const changing = hold(setPassword, person);
  let asked = 0;
  fake(notifications, () => {
    asked += 1;
    if (asked > 1) return { notifications: [], total: 0, paging: LAST_PAGE };
    // The server has ended the session, and its answer with the new session is still in transit.
    queueMicrotask(changing.release);
    return refused(401, 'Please sign in.');
  });
  await openScreen('/reset', { as: person });
  await page.getByLabelText('Current password').fill(PASSWORD);
  await choose('quite another kettle');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect.element(page.getByText('Your other browsers have been signed out.')).toBeVisible();
  await expect.element(page.getByText('No notifications yet.')).toBeVisible();
  await expect.poll(address).toMatch(/^\/account\//);
  expect(asked).toBe(2);
});

test('a first password set earlier in another tab is reported, and the user can open other screens again', async () => {
  const person = member({ hasAuth: false });
  fake(setPassword, () => {
    fake(me, { ...person, hasAuth: true });
    const message = 'Enter your current password.';
    return refused(400, message, [{ field: 'currentPassword', code: 'required', message }]);
  });
  await openScreen('/genres', { as: person });
  await expect.poll(address).toBe('/reset');
  await choose('a kettle of its own');
  await page.getByRole('button', { name: 'Create password' }).click();
  await expect.element(alert('Enter your current password.')).toBeVisible();
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect.poll(address).toBe('/genres');
});

test('a first password that needs a new sign-in offers the provider, or a mailed link', async () => {
  const message = 'Your account has no password yet. Sign in with your provider again.';
  fake(setPassword, refused(400, message, [{ field: 'currentPassword', code: SIGN_IN_AGAIN, message }]));
  const settings = { signIn: { providers: [{ name: 'corp', label: 'Corp' }] } };
  await openScreen('/reset', { as: member({ hasAuth: false }), settings });
  const ways = page.getByRole('region', { name: 'Sign in again' });
  await expect.element(page.getByRole('button', { name: 'Create password' })).toBeVisible();
  await expect.element(ways).not.toBeInTheDocument();
  await choose('a kettle of its own');
  await page.getByRole('button', { name: 'Create password' }).click();
  await expect.element(alert(message)).toBeVisible();
  await expect
    .element(ways.getByRole('link', { name: 'Sign in with Corp again' }))
    .toHaveAttribute('href', '/auth/corp');
  await expect.element(ways.getByRole('link', { name: 'Mail me a link' })).toHaveAttribute('href', '/forgot');
  await expectAccessible();
});
