import { type Page, expect, test } from './test.ts';
import { expectAccessible } from './accessible.ts';
import { chunkOf } from './chunks.ts';
import { openDatabase } from './catalogue.ts';
import { asAdmin, beVisitor, fillSignUp, freshPage, signIn, signUp, somebody, trySignIn } from './people.ts';
import { throughTwoSeconds } from './two-seconds.ts';

/** The refusal of a form whose whole text this is. */
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });
const statusOfMe = (page: Page) => page.evaluate(async () => (await fetch('/api/users/me')).status);

/** The path of the newest link for a new password that was mailed to this address, read in the outbox. */
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

/** The screen says that it worked, at this path. */
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
  test('ER-25 ER-26 RT-17 RT-21 AU-05 AU-06 AU-07 AU-09 AU-10 VA-13 VA-14 J-05 is chosen anew by a mailed link, once', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot');
    // The address changes first, and the sign-in has a field of that name, too.
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

    // The used link, and one that nobody mailed.
    for (const path of [link, '/reset/deadbeef']) {
      await page.goto(path);
      await expect(page.getByText('The account for this token was not found.', { exact: true })).toBeVisible();
      await expect(page.getByText('The token may have expired.', { exact: true })).toBeVisible();
      await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL('/forgot');
  });

  test('VA-11 needs an address, and says the same for one that nobody has', async ({ page }) => {
    let asked = 0;
    page.on('request', (request) => void (asked += Number(request.method() === 'POST')));
    await page.goto('/forgot');
    await page.getByRole('button', { name: 'Send instructions' }).click();
    await expect(alert(page, 'Please enter a valid email.')).toBeVisible();
    expect(asked).toBe(0);
    await ask(page, 'nobody@example.org');
    await expect(page.getByRole('heading', { name: 'Instructions Sent', exact: true })).toBeVisible();
  });

  test('a link that was used meanwhile says so at the form', async ({ page, browser }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/forgot');
    await ask(page, person.email);
    const link = await mailedLink(person.email);
    const other = await freshPage(browser);
    for (const one of [page, other]) {
      await one.goto(link);
      await choose(one, 'quite another kettle');
    }
    await other.getByRole('button', { name: 'Save password' }).click();
    await expect(other).toHaveURL('/login');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(alert(page, 'No user found matching this token.')).toBeVisible();
    await other.context().close();
  });
});

test.describe('the password of whoever is signed in', () => {
  test('AU-12 is changed from the menu, by the current one; other browsers are signed out', async ({
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

  test('AU-12 what is asked for with the session that the change ends is asked for again with the next', async ({
    page,
  }) => {
    const person = await signUp(page);
    await page.goto('/reset');
    await page.getByLabel('Current password').fill(person.password);
    await choose(page, 'quite another kettle');
    const refused = Promise.withResolvers<void>();
    // The server has ended the session, and its answer with the next one is still on its way.
    await page.route('**/auth/reset', async (route) => {
      await refused.promise;
      await route.continue();
    });
    const list = '**/api/notifications?*';
    await page.route(list, async (route) => {
      await page.unroute(list);
      await route.fulfill({ status: 401, json: { message: 'Please sign in.', errors: [] } });
      refused.resolve();
    });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByText('Your other browsers have been signed out.')).toBeVisible();
    await expect(page.getByText('No notifications yet.')).toBeVisible();
    await expect(page).toHaveURL(/\/account\//);
  });

  test('without a session or a token there is nothing to change', async ({ page }) => {
    await page.goto('/reset');
    await expect(page.getByText('The account for this token was not found.', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot');
  });
});

test('RT-03 RT-04 RT-21 AU-08 J-06 whoever has no password yet creates one before anything else, and is led to the profile', async ({
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
  // A click leads nowhere else either.
  const went = page.waitForEvent('framenavigated', (frame) => new URL(frame.url()).pathname === '/genres');
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await went;
  await expect(page).toHaveURL('/reset');
  // What is typed while the page still comes back would be gone with the screen.
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

test('where another tab was faster with the first password, the form says so, and the screens open again', async ({
  page,
  context,
}) => {
  const person = await signUp(page);
  const db = openDatabase();
  await db`update users set password_hash = null where id = ${person.id}`;
  await db.end();
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/genres');
    await expect(tab).toHaveURL('/reset');
  }
  await choose(other, 'quite another kettle');
  await other.getByRole('button', { name: 'Create password' }).click();
  await expect(other).toHaveURL('/account/profile');

  await choose(page, 'a kettle of its own');
  await page.getByRole('button', { name: 'Create password' }).click();
  await expect(alert(page, 'This account has a password already.')).toBeVisible();
  await page.getByRole('link', { name: 'Genres' }).first().click();
  await expect(page).toHaveURL('/genres');
});

test('a password that is easy to guess is refused, and what would help is said while it is typed', async ({ page }) => {
  const loaded: string[] = [];
  await page.route(chunkOf('auth/password-strength.ts'), async (route) => {
    loaded.push(route.request().url());
    await route.continue();
  });
  const person = somebody();
  await page.goto('/signup');
  await fillSignUp(page, { ...person, password: '' });
  // What measures it is heavy, and comes with the first letter.
  expect(loaded).toEqual([]);
  const meter = page.getByRole('main').getByRole('status');
  await page.getByLabel('Password', { exact: true }).fill('password1');
  await expect(meter).toHaveText(/^Too easy to guess\. .+\.$/);
  expect(loaded.length).toBeGreaterThan(0);
  await page.getByLabel('Confirm password').fill('password1');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This password is too easy to guess.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password', { exact: true }).fill(`${person.firstName}${person.lastName}`);
  await expect(meter).toHaveText(/^Too easy to guess\./);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await expect(meter).toHaveText(/^(Good|Strong)\./);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
});

test('the screens of passwords are accessible in both themes and on a phone', async ({ page }) => {
  await page.goto('/forgot');
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await expectAccessible(page);
  await ask(page, 'nobody@example.org');
  await expect(page.getByRole('heading', { name: 'Instructions Sent', exact: true })).toBeVisible();
  const sent = page.getByRole('main').getByRole('status').filter({ hasText: 'is on its way' });
  await expect(sent).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another email' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.goto('/reset/deadbeef');
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await expectAccessible(page);
  await signUp(page);
  await page.goto('/reset');
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
  await expectAccessible(page);
});
