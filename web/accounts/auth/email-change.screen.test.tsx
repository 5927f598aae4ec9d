import { confirmEmailChange, undoEmailChange } from '@scoville/contract/community/own-account/email-change.ts';
import { checkReset } from '@scoville/contract/accounts/auth/passwords.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { expectNoSideways } from '../../testkit/matchers.ts';
import { address, openScreen } from '../../testkit/screen.tsx';

const UNKNOWN = 'This link does not work: it was used already, it is too old, or the change was cancelled.';
const EMAIL = 'a.very.long.address.of.a.band.with.many.members@kettle-of-songs.example.org';

beforeEach(() => emptyScreens());

test('a new email is confirmed by one click on the screen of the mailed link', async () => {
  const sent = fake(confirmEmailChange, { message: 'Your email was changed.', email: EMAIL });
  await openScreen('/account/confirm-email/token');
  await page.viewport(320, 800);
  await expectAccessible();
  // Programs that scan mail open links, too, so opening the link must not confirm.
  expect(sent.calls).toEqual([]);
  await page.getByRole('button', { name: 'Confirm my new email' }).click();
  await expect.element(page.getByRole('heading', { name: 'Your email was changed' })).toBeVisible();
  await expect.element(page.getByText(`From now on you sign in with ${EMAIL}.`)).toHaveFocus();
  await expectNoSideways();
  await expectAccessible();
  expect(sent.calls.map(({ params }) => params)).toEqual([{ token: 'token' }]);
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

test('a used link shows an error', async () => {
  fake(confirmEmailChange, refused(404, UNKNOWN));
  await openScreen('/account/confirm-email/token');
  await page.getByRole('button', { name: 'Confirm my new email' }).click();
  await expect.element(alert(UNKNOWN)).toBeVisible();
});

test('a change is undone by the keyboard, and leads to a new password', async () => {
  const resetToken = 'x'.repeat(43);
  fake(undoEmailChange, () => {
    fake(me, refused(401, 'Please sign in.'));
    return { message: 'The change was taken back.', email: EMAIL, resetToken, unlinked: true };
  });
  fake(checkReset, { message: 'Choose a new password.' });
  await openScreen('/account/undo-email/token', { as: member() });
  await page.viewport(320, 800);
  await expectNoSideways();
  await expectAccessible();
  await expect.element(page.getByText('linked since, or in the 7 days before, are unlinked.')).toBeVisible();
  (page.getByRole('button', { name: 'Take the change back' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'The change was taken back' })).toBeVisible();
  await expect.element(page.getByText(`You sign in with ${EMAIL}. Every browser was signed out.`)).toHaveFocus();
  await expect.element(page.getByText('Link yours again on your account overview.')).toBeVisible();
  await expectNoSideways();
  await expectAccessible();
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect.poll(address).toBe(`/reset/${resetToken}`);
});

test('undoing a change that unlinked no account doesn’t mention unlinking', async () => {
  fake(undoEmailChange, { message: 'Taken back.', email: EMAIL, resetToken: 'x'.repeat(43), unlinked: false });
  await openScreen('/account/undo-email/token');
  await page.getByRole('button', { name: 'Take the change back' }).click();
  await expect.element(page.getByRole('heading', { name: 'The change was taken back' })).toBeVisible();
  await expect.element(page.getByText('Link yours again')).not.toBeInTheDocument();
});

test('a change that can no longer be undone shows the reason', async () => {
  fake(undoEmailChange, refused(404, UNKNOWN));
  await openScreen('/account/undo-email/token');
  await page.getByRole('button', { name: 'Take the change back' }).click();
  await expect.element(alert(UNKNOWN)).toBeVisible();
});
