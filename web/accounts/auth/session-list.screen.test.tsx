import { type Session, endOneSession, endOtherSessions, sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { NOW, member, newId } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

const heading = page.getByRole('heading', { name: 'Where you are signed in' });
const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');

const dialog = page.getByRole('dialog');

/** The server's list of sessions, starting with that of this browser. */
let open: Session[];

const WRONG = 'The password is wrong.';
const wrongPassword = refused(400, WRONG, [{ field: 'password', message: WRONG }]);

const session = (device: string, n: number): Session => ({
  id: newId(),
  device,
  place: null,
  network: `127.0.0.${n + 1}`,
  createdOn: NOW,
  lastSeenOn: NOW,
  isCurrent: n === 0,
});

/** Opens the overview of an account that is signed in in this browser and in others. */
async function openWith(...others: string[]): Promise<void> {
  open = ['Chrome on Linux', ...others].map(session);
  await openScreen('/account/overview', { as: member() });
  await expect.element(rows).toHaveLength(1 + others.length);
}

/** Presses a button that signs other browsers out, and enters the required password; by keyboard only. */
async function press(element: Element): Promise<void> {
  (element as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByLabelText('Your password', { exact: true })).toBeVisible();
  await dialog.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
}

beforeEach(() => {
  emptyScreens();
  quietOverview();
  fake(sessions, () => ({ sessions: open }));
  fake(endOneSession, ({ params, body }) => {
    if (body.password !== PASSWORD) return wrongPassword;
    open = open.filter(({ id }) => id !== params.id);
    return { id: params.id };
  });
  fake(endOtherSessions, ({ body }) => {
    if (body.password !== PASSWORD) return wrongPassword;
    const ended = open.length - 1;
    open = open.slice(0, 1);
    return { ended };
  });
});

test('the list of browsers marks this one and shows where the others are', async () => {
  await openWith('Firefox on Windows');
  await expect.element(rows.first()).toHaveTextContent('This browser');
  await expect.element(rows.first().getByRole('button')).not.toBeInTheDocument();
  await expect.element(rows.nth(1)).toHaveTextContent('127.0.0.2');
});

test('a browser is signed out by the keyboard, and the focus moves to the next one', async () => {
  await openWith('Firefox on Windows', 'Safari on iOS', 'Edge on Windows');
  await press(rows.nth(1).getByRole('button').element());
  await expect.element(rows).toHaveLength(3);
  await expect.element(rows.nth(1)).toHaveTextContent('Safari on iOS');
  await expect.element(rows.nth(1).getByRole('button')).toHaveFocus();
  await expect.element(page.getByText('Firefox on Windows was signed out.')).toBeVisible();
});

test('all other browsers are signed out together, and the focus moves to the heading', async () => {
  await openWith('Firefox on Windows', 'Safari on iOS');
  const all = page.getByRole('button', { name: 'Sign out all others' });
  await press(all.element());
  await expect.element(rows).toHaveLength(1);
  await expect.element(all).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText('All other browsers were signed out.')).toBeVisible();
});

test('the focus moves to the heading when the last other browser is signed out', async () => {
  await openWith('Firefox on Windows');
  await press(rows.nth(1).getByRole('button').element());
  await expect.element(rows).toHaveLength(1);
  await expect.element(heading).toHaveFocus();
});

test('a wrong password is reported in the dialog and ends no session; Cancel returns the focus', async () => {
  await openWith('Firefox on Windows');
  const button = rows.nth(1).getByRole('button');
  await button.click();
  await expect.element(dialog).toHaveAccessibleName('Sign out Firefox on Windows?');
  await dialog.getByLabelText('Your password', { exact: true }).fill('not this one');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert(WRONG)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(button).toHaveFocus();
  await expect.element(rows).toHaveLength(2);
});

test('a list of browsers that failed to load can be loaded again', async () => {
  fake(sessions, refused(404, 'No.'));
  await openScreen('/account/overview', { as: member() });
  await expect.element(alert('Your sessions could not be loaded.Try again')).toBeVisible();
  fake(sessions, { sessions: [session('Chrome on Linux', 0)] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('This browser')).toBeVisible();
});
