import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testkit/accessible.ts';
import { member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { PASSWORD, fillSignUp } from '../../testkit/sign-in.ts';

const email = page.getByLabelText('Email', { exact: true });
const create = page.getByRole('button', { name: 'Create account' });
const TAKEN = 'An existing user already has that email';

beforeEach(emptyScreens);

test('RT-16 AU-03 the sign-up screen offers the free trial, and Musician is chosen', async () => {
  await openScreen('/signup');
  await expect.element(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  const trial = 'Start with a free trial of 1 song: upload, publish and have it scored.';
  await expect.element(page.getByText(trial, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('radio', { name: /^Musician/ })).toBeChecked();
});

test('VA-03 VA-04 VA-05 VA-06 VA-08 J-04 the sign-up form shows an error for each empty field', async () => {
  const sent = fake(signUp, member());
  await openScreen('/signup');
  await create.click();
  for (const text of [
    'Please enter your first name.',
    'Please enter your last name.',
    'Please enter a valid email.',
    'Please confirm your email.',
    'Please enter a valid password.',
    'Please confirm password.',
  ])
    await expect.element(alert(text)).toBeVisible();
  // The error disappears when the field is valid, and returns when it is invalid again.
  await email.fill('x@example.org');
  await expect.element(alert('Please enter a valid email.')).not.toBeInTheDocument();
  await email.fill('x@');
  await expect.element(alert('Please enter a valid email.')).toBeVisible();
  expect(sent.calls).toEqual([]);
  await expectAccessible();
});

test('VA-07 VA-09 J-04 an email and a password that differ from their confirmation are refused', async () => {
  const sent = fake(signUp, member());
  await openScreen('/signup');
  await fillSignUp();
  await page.getByLabelText('Confirm email').fill('other@example.org');
  await page.getByLabelText('Confirm password').fill('another kettle');
  await create.click();
  await expect.element(alert('Emails entered do not match.')).toBeVisible();
  await expect.element(alert('Passwords entered do not match.')).toBeVisible();
  expect(address()).toBe('/signup');
  expect(sent.calls).toEqual([]);
});

test('VA-10 VA-54 VA-55 J-04 a used email is reported at its field until the message is closed or the email edited', async () => {
  fake(signUp, refused(409, TAKEN, [{ field: 'email', code: 'taken', message: TAKEN }]));
  await openScreen('/signup');
  await fillSignUp();
  await create.click();
  await expect.element(alert(TAKEN)).toBeVisible();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await alert(TAKEN).getByRole('button').click();
  await expect.element(alert(TAKEN)).not.toBeInTheDocument();

  await create.click();
  await expect.element(alert(TAKEN)).toBeVisible();
  await email.click();
  await userEvent.keyboard('{End}x');
  await expect.element(alert(TAKEN)).not.toBeInTheDocument();
});

test('AU-04 the sign-up form creates a musician, or a listener if chosen', async () => {
  const sent = fake(signUp, ({ body }) => member({ firstName: body.firstName, _type: body._type ?? 'Musician' }));
  for (const type of ['Musician', 'Listener'] as const) {
    await openScreen('/signup');
    await fillSignUp({ firstName: type });
    if (type === 'Listener') await page.getByRole('radio', { name: /^Listener/ }).click();
    await create.click();
    await expect.element(page.getByRole('button', { name: `Account of ${type}` })).toBeVisible();
    expect(sent.calls.at(-1)?.body._type).toBe(type);
  }
});

test('a password that is easy to guess is refused, and the form gives advice while it is typed', async () => {
  const EASY = 'This password is too easy to guess.';
  fake(signUp, ({ body }) =>
    body.password === PASSWORD ? member() : refused(400, EASY, [{ field: 'password', message: EASY }]),
  );
  await openScreen('/signup');
  await fillSignUp({ password: 'password1' });
  const meter = page.getByRole('main').getByRole('status');
  await expect.element(meter).toHaveText(/^Too easy to guess\. .+\.$/);
  await create.click();
  await expect.element(alert(EASY)).toBeVisible();
  await expectAccessible();
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('JunoReyes');
  await expect.element(meter).toHaveText(/^Too easy to guess\./);
  await password.fill(PASSWORD);
  await expect.element(meter).toHaveText(/^(Good|Strong)\./);
  await page.getByLabelText('Confirm password').fill(PASSWORD);
  await create.click();
  await expect.element(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
});
