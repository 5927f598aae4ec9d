import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { sendVerification, verifyEmail } from '@scoville/contract/accounts/auth/verification.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { member } from '../../testkit/accounts.ts';
import { fake } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { trySignIn } from '../../testkit/sign-in.ts';

beforeEach(() => {
  emptyScreens();
  quietOverview();
});

test('a sign-in after confirming an email doesn’t lead back to the used link', async () => {
  fake(verifyEmail, { message: 'Your email is confirmed.' });
  fake(login, member());
  await openScreen('/verify/token');
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/login');
  await trySignIn();
  await expect.poll(address).toMatch(/^\/browse(\?seed=\d+)?$/);
});

test('another link to confirm the email is sent on request', async () => {
  const person = member({ isVerified: false });
  const sent = fake(sendVerification, { message: 'A link is on its way to you.' });
  await openScreen('/account/overview', { as: person });
  const notice = page.getByRole('region', { name: 'Confirm your email' });
  await expect.element(notice).toHaveTextContent(`open the link that we sent to ${person.email}.`);
  await notice.getByRole('button', { name: 'Send it again' }).click();
  await expect.element(notice.getByRole('status')).toHaveText('A link is on its way to you.');
  expect(sent.calls).toHaveLength(1);
});
