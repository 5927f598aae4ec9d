import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const send = page.getByRole('main').getByRole('button', { name: 'Sign in' });

beforeEach(emptyScreens);

test('VA-01 VA-02 the login form shows invalid fields before it calls the server', async () => {
  await openScreen('/login');
  await email.fill('x');
  await send.click();
  await expect.element(alert('Please enter a valid email.')).toBeVisible();
  await expect.element(alert('Please enter a valid password.')).toBeVisible();
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email.');
  await expectAccessible();
});

test('AU-01 ER-01 a wrong password keeps the login screen and shows the reason; the right one continues', async () => {
  const signedIn = fake(login, ({ body }) =>
    body.password === 'a kettle full of songs'
      ? member({ firstName: 'Juno' })
      : refused(401, 'The email or password is wrong.'),
  );
  await openScreen('/login');
  await email.fill('juno@example.org');
  await password.fill('not the password');
  await send.click();
  await expect.element(alert('The email or password is wrong.')).toBeVisible();
  expect(address()).toBe('/login');
  await password.fill('a kettle full of songs');
  await send.click();
  await expect.poll(address).toMatch(/^\/browse/);
  await expect.element(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
  expect(signedIn.calls.map(({ body }) => body.email)).toEqual(['juno@example.org', 'juno@example.org']);
});
