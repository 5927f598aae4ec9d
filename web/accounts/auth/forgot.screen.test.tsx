import { forgotPassword } from '@scoville/contract/accounts/auth/passwords.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { openScreen } from '../../testkit/screen.tsx';

const email = page.getByLabelText('Email');
const send = page.getByRole('button', { name: 'Send instructions' });

beforeEach(emptyScreens);

test('VA-11 the form for a forgotten password needs an email', async () => {
  const sent = fake(forgotPassword, { message: 'Password reset instructions sent!' });
  await openScreen('/forgot');
  await send.click();
  await expect.element(alert('Please enter a valid email.')).toBeVisible();
  expect(sent.calls).toEqual([]);
  await email.fill('nobody@example.org');
  await send.click();
  await expect.element(page.getByRole('heading', { name: 'Instructions Sent', exact: true })).toBeVisible();
  expect(sent.calls.map(({ body }) => body)).toEqual([{ email: 'nobody@example.org' }]);
});

test('the sent instructions take the focus, and another email can be entered', async () => {
  fake(forgotPassword, { message: 'Password reset instructions sent!' });
  await openScreen('/forgot');
  await expect.element(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await email.fill('nobody@example.org');
  await send.click();
  const said = page.getByRole('main').getByRole('status').filter({ hasText: 'is on its way' });
  await expect.element(said).toHaveFocus();
  await expectAccessible();
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect.element(email).toHaveFocus();
});
