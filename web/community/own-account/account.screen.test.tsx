import {
  type DataExport,
  dataExport,
  downloadDataExport,
  requestDataExport,
} from '@scoville/contract/review/data-export.ts';
import { login } from '@scoville/contract/accounts/auth/auth.ts';
import { cancelEmailChange } from '@scoville/contract/community/own-account/email-change.ts';
import { me } from '@scoville/contract/accounts/users/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { quietOverview } from '../../testkit/account-overview.ts';
import { expectAccessible } from '../../testkit/accessible.ts';
import { NOW, member } from '../../testkit/accounts.ts';
import { fake, refused } from '../../testkit/api.ts';
import { emptyScreens } from '../../testkit/empty-screens.ts';
import { alert } from '../../testkit/find.ts';
import { address, openScreen } from '../../testkit/screen.tsx';
import { PASSWORD } from '../../testkit/sign-in.ts';

beforeEach(() => {
  emptyScreens();
  quietOverview();
});

/** The value beside a term of the overview. */
const entry = (name: string) =>
  page
    .getBySelector('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) }) })
    .getByRole('definition');

test('RT-24 the account overview is for members', async () => {
  fake(login, member());
  await openScreen('/account/overview');
  await expect.poll(address).toBe('/login');
});

test('RT-25 AC-01 the account overview shows the account’s data', async () => {
  const person = member({ username: 'juno7', address: { city: 'Memphis', state: 'TN' } });
  await openScreen('/account', { as: person });
  await expect.poll(address).toBe('/account/overview');
  await expect.poll(() => document.title).toBe('Account Overview | Scoville');
  for (const [name, value] of [
    ['Email', person.email],
    ['Username', 'juno7'],
    ['Display name', 'Juno Reyes'],
    ['City', 'Memphis'],
    ['State', 'TN'],
  ] as const)
    await expect.element(entry(name)).toHaveText(value);
});

test('AC-01 the account overview shows that no username is chosen', async () => {
  await openScreen('/account/overview', { as: member() });
  await expect.element(entry('Username')).toHaveText('Not chosen yet');
});

test('the link to change the email opens its field in the profile', async () => {
  await openScreen('/account/overview', { as: member() });
  await page.getByRole('link', { name: 'Change email' }).click();
  await expect.poll(address).toBe('/account/profile#email');
  await expect.element(page.getByLabelText('Email', { exact: true })).toBeInViewport();
});

test('AC-02 AC-03 AC-04 the account overview shows the number of profile views, plays and shares', async () => {
  await openScreen('/account/overview', { as: member({ viewCount: 21, playCount: 22, shareCount: 23 }) });
  await expect.element(entry('Profile views')).toHaveText('21');
  await expect.element(entry('Total plays')).toHaveText('22');
  await expect.element(entry('Total shares')).toHaveText('23');
});

test('a copy of the data is requested with the password, and downloaded with it', async () => {
  const ready: DataExport = { state: 'ready', requestedOn: NOW, bytes: 400, expiresOn: '2026-12-05T12:00:00.000Z' };
  const sent = fake(requestDataExport, ({ body }) => {
    if (body.password !== PASSWORD) {
      const message = 'The password is wrong.';
      return refused(400, message, [{ field: 'password', message }]);
    }
    fake(dataExport, { dataExport: ready });
    return { dataExport: ready };
  });
  await openScreen('/account/overview#your-data', { as: member() });
  const section = page.getByRole('region', { name: 'Your data' });
  await section.getByRole('button', { name: 'Request a copy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request a copy of your data' });
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Request a copy' }).click();
  await expect.element(alert('Please enter a valid password.')).toBeVisible();
  expect(sent.calls).toEqual([]);
  const password = dialog.getByLabelText('Your password', { exact: true });
  await password.fill('not this one');
  await dialog.getByRole('button', { name: 'Request a copy' }).click();
  await expect.element(alert('The password is wrong.')).toBeVisible();
  await password.fill(PASSWORD);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect
    .element(section.getByRole('status'))
    .toHaveText(/^Your copy \(1 MB\) is ready, and stays here until .+\.$/);
  const fetched = fake(downloadDataExport, { url: '#downloaded' });
  await section.getByRole('button', { name: 'Download' }).click();
  const download = page.getByRole('dialog', { name: 'Download your data' });
  await download.getByLabelText('Your password', { exact: true }).fill(PASSWORD);
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect.element(download).not.toBeInTheDocument();
  await expect.poll(() => window.location.hash).toBe('#downloaded');
  expect(fetched.calls.map(({ body }) => body)).toEqual([{ password: PASSWORD }]);
  await expect.element(section.getByRole('button', { name: 'Request a new copy' })).toBeEnabled();
  await expectAccessible();
});

test('a pending new email is shown with the current one, and can be cancelled', async () => {
  const waiting = { email: 'new@example.org', expiresOn: '2026-12-02T12:00:00.000Z' };
  const person = member({ pendingEmail: waiting });
  const sent = fake(cancelEmailChange, () => {
    fake(me, { ...person, pendingEmail: null });
    return { ...person, pendingEmail: null };
  });
  await openScreen('/account/overview', { as: person });
  const notice = page.getByRole('region', { name: 'New email' });
  await expect.element(notice).toHaveTextContent(/^Open the link that we mailed to new@example\.org by /);
  await expect.element(notice).toHaveTextContent(`Until then you sign in with ${person.email}.`);
  await expectAccessible();
  await notice.getByRole('button', { name: 'Keep the present email' }).click();
  await expect.element(notice.getByText(`Your email stays ${person.email}.`)).toHaveFocus();
  expect(sent.calls).toHaveLength(1);
});

test('the account menu and the overview link to the deletion of the account', async () => {
  await openScreen('/account/overview', { as: member() });
  await page.getByRole('button', { name: 'Account of Juno' }).click();
  const item = page.getByRole('menuitem', { name: 'Delete Account' });
  await expect.element(item).toHaveAttribute('href', '/account/delete');
  await page.getByRole('menuitem', { name: 'Account Overview' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Delete account' }).click();
  await expect.poll(address).toBe('/account/delete');
});
