import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { openScreen } from '../../testkit/screen.tsx';

const WITH_CORP = { settings: { signIn: { providers: [{ name: 'corp', label: 'Corp' }] } } };
const main = page.getByRole('main');
const others = page.getByRole('region', { name: 'Other ways to sign in' });
const corp = main.getByRole('link', { name: 'Continue with Corp' });

beforeEach(emptyScreens);

test('without sign-in providers, their section is left out', async () => {
  for (const [path, button] of [
    ['/login', 'Sign in'],
    ['/signup', 'Create account'],
  ] as const) {
    await openScreen(path);
    await expect.element(main.getByRole('button', { name: button })).toBeVisible();
    await expect.element(others).not.toBeInTheDocument();
    await openScreen(path, WITH_CORP);
    await expect.element(others.getByRole('link')).toHaveAttribute('href', '/auth/corp');
  }
});

test('RT-15 the sign-in screen has a form, other ways in, and links to sign-up and password reset', async () => {
  await openScreen('/login', WITH_CORP);
  await expect.element(main.getByRole('heading', { level: 1 })).toHaveText('Sign in');
  await expect.poll(() => document.title).toBe('Sign in | Scoville');
  await expect.element(main.getByLabelText('Email')).toBeVisible();
  await expect.element(main.getByLabelText('Password', { exact: true })).toBeVisible();
  await expect.element(main.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.element(corp).toHaveAttribute('href', '/auth/corp');
  await expect.element(main.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/signup');
  await expect.element(main.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute('href', '/forgot');
});

test('a provider’s refusal is shown as a message on the sign-in screen', async () => {
  await openScreen('/login?refusal=link-first', WITH_CORP);
  await expect
    .element(
      alert(
        'There is an account with that email address already. Sign in with its password, then link this way of signing in.',
      ),
    )
    .toBeVisible();
});

test('LM-02 a tooltip is shown after 300 to 500 ms, not immediately', async () => {
  await openScreen('/login');
  const eye = main.getByRole('button', { name: 'Show what was typed' });
  await expect.element(eye).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.hover(eye);
  const tooltip = page.getByRole('tooltip', { name: 'Show what was typed' });
  // Doesn't wait with the test runner's functions, because those would advance the fake clock.
  const shownAfter = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return tooltip.elements().length;
  };
  expect(await shownAfter(299)).toBe(0);
  expect(await shownAfter(202)).toBe(1);
});
