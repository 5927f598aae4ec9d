import { type Page, expect, test } from './testkit/test.ts';
import { chunkOf } from './testkit/chunks.ts';
import { openDatabase } from './testkit/catalogue.ts';
import { asAdmin, beVisitor, fillSignUp, freshPage, signIn, signUp, somebody, trySignIn } from './testkit/people.ts';
import { throughTwoSeconds } from './testkit/two-seconds.ts';

/** The alert of a form with exactly this text. */
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });
const statusOfMe = (page: Page) => page.evaluate(async () => (await fetch('/api/users/me')).status);

/** Returns the path of the newest password link that was mailed to this address, from the outbox. */
async function mailedLink(email: string): Promise<string> {
  let path = '';
  await expect(async () => {
    const mail = await asAdmin(async (admin) => (await (await admin.get('/api/outbox?size=100')).json()).mail);
    const newest = mail.find((one: { to: string; kind: string }) => one.to === email && one.kind === 'reset');
    path = /\/reset\/[\w-]+/.exec(newest?.text ?? '')?.[0] ?? '';
    expect(path).not.toBe('');
  }).toPass();
  return path;
}

/** Checks that the screen at this path shows the success message. */
async function expectChanged(page: Page, path: string): Promise<void> {
  const said = page.getByRole('main').getByRole('status').filter({ hasText: 'Password successfully changed.' });
  await expect(said).toBeFocused({ timeout: 1000 });
  await expect(said.getByText('Password successfully changed.', { exact: true })).toBeVisible({ timeout: 1000 });
  expect(new URL(page.url()).pathname).toBe(path);
}

async function ask(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send instructions' }).click();
}

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(again);
}

test.describe('a forgotten password', () => {
  test('ER-25 ER-26 RT-17 RT-21 AU-05 AU-06 AU-07 AU-09 AU-10 VA-13 VA-14 J-05 is replaced with a mailed link, which works once', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot');
    // The URL changes before the screen does, and the sign-in screen also has a field named Email.
    await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await ask(page, person.email);
    await expect(page.getByRole('heading', { name: 'Instructions Sent', exact: true })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page.getByText('The email may take up to 5 minutes to arrive.')).toBeVisible();
    await expect(page.getByText('Password reset instructions sent!', { exact: true })).toBeVisible();

    const link = await mailedLink(person.email);
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(alert(page, 'Please enter a valid password.')).toBeVisible();
    await expect(alert(page, 'Please confirm password.')).toBeVisible();
    await choose(page, 'quite another kettle', 'quite another kettel');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(alert(page, 'Passwords do not match.')).toBeVisible();

    await choose(page, 'quite another kettle');
    await throughTwoSeconds(
      page,
      '/auth/reset/',
      () => page.getByRole('button', { name: 'Save password' }).click(),
      () => expectChanged(page, link),
    );
    await expect(page).toHaveURL('/login');

    await trySignIn(page, person);
    await expect(alert(page, 'The email or password is wrong.')).toBeVisible();
    await signIn(page, { ...person, password: 'quite another kettle' });
    await expect(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();

    // The used link, and a link that was never mailed.
    for (const path of [link, '/reset/deadbeef']) {
      await page.goto(path);
      await expect(page.getByText('The account for this token was not found.', { exact: true })).toBeVisible();
      await expect(page.getByText('The token may have expired.', { exact: true })).toBeVisible();
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL('/forgot');
  });
});

test.describe('the password of a signed-in user', () => {
  test('AU-12 is changed from the menu with the current password; other browsers are signed out', async ({
    page,
    browser,
  }) => {
    const person = await signUp(page);
    const other = await freshPage(browser);
    await other.goto('/login');
    await signIn(other, person);
    await expect(other.getByRole('button', { name: 'Account of Juno' })).toBeVisible();

    await page.goto('/genres');
    await page.getByRole('button', { name: 'Account of Juno' }).click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await expect(page).toHaveURL('/reset');
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
    await page.getByLabel('Current password').fill('not the password');
    await choose(page, 'quite another kettle');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(alert(page, 'The current password is wrong.')).toBeVisible();
    await page.getByLabel('Current password').fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Your other browsers have been signed out.')).toBeVisible();
    await expect(page).toHaveURL(/\/account\//);
    expect([await statusOfMe(page), await statusOfMe(other)]).toEqual([200, 401]);
    await other.context().close();

    await beVisitor(page);
    await page.goto('/login');
    await signIn(page, { ...person, password: 'quite another kettle' });
    await expect(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
  });
});

test('RT-03 RT-04 RT-21 AU-08 J-06 a user without a password has to create one first, and is then led to the profile', async ({
  page,
}) => {
  const person = await signUp(page);
  const db = openDatabase();
  await db`update users set password_hash = null where id = ${person.id}`;
  await db.end();
  for (const path of ['/', '/browse', '/account/overview', '/upload', '/genres', '/login', '/nobodyofthatname']) {
    await page.goto(path);
    await expect(page).toHaveURL('/reset');
    await expect(page.getByRole('heading', { name: 'Create a password' })).toBeVisible();
  }
  // A click on a link returns to this screen, too.
  const went = page.waitForEvent('framenavigated', (frame) => new URL(frame.url()).pathname === '/genres');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await went;
  await expect(page).toHaveURL('/reset');
  // Reload first, because the return to this screen would discard text that is typed before it is complete.
  await page.reload();
  await expect(page.getByLabel('Current password')).toHaveCount(0);
  await choose(page, 'quite another kettle');
  await throughTwoSeconds(
    page,
    '/auth/reset',
    () => page.getByRole('button', { name: 'Create password' }).click(),
    () => expectChanged(page, '/reset'),
  );
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Profile' })).toBeVisible();
  await page.goto('/upload');
  await expect(page).toHaveURL('/upload');

  const again = openDatabase();
  await again`update users set password_hash = null where id = ${person.id}`;
  await again.end();
  await page.goto('/logout');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('the password meter’s code is loaded with the first letter', async ({ page }) => {
  const loaded: string[] = [];
  await page.route(chunkOf('accounts/auth/password-strength.ts'), async (route) => {
    loaded.push(route.request().url());
    await route.continue();
  });
  await page.goto('/signup');
  await fillSignUp(page, { ...somebody(), password: '' });
  expect(loaded).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Too easy to guess\./);
  expect(loaded.length).toBeGreaterThan(0);
});
