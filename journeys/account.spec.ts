import { type Page, expect, test } from './test.ts';
import { openPromise } from 'yauzl';
import { song } from '../fixtures/files.ts';
import { expectAccessible } from './accessible.ts';
import { openDatabase } from './catalogue.ts';
import { HEADERS, beVisitor, freshPage, musician, signIn, signUp, trySignIn } from './people.ts';
import { throughTwoSeconds } from './two-seconds.ts';
import { processed, put, uploaded } from './uploading.ts';

/** The refusal of a form whose whole text this is. */
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });
const statusOfMe = (page: Page) => page.evaluate(async () => (await fetch('/api/users/me')).status);
/** What stands behind a word of the overview. */
const entry = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('..')
    .getByRole('definition');

test.describe('the account overview', () => {
  test('RT-24 RT-25 AC-01 is for members, and says what the account says of itself', async ({ page }) => {
    await page.goto('/account/overview');
    await expect(page).toHaveURL('/login');
    const person = await signUp(page);
    await page.goto('/account');
    await expect(page).toHaveURL('/account/overview');
    await expect(page).toHaveTitle('Account Overview | Scoville');
    await expect(entry(page, 'Username')).toHaveText('Not chosen yet');
    const db = openDatabase();
    const username = `juno${person.id.replaceAll('-', '').slice(-12)}`;
    await db`update users set username = ${username}, city = 'Memphis', state = 'TN' where id = ${person.id}`;
    await db.end();
    await page.reload();
    // The email is changed among the fields of the profile, which is not where one looks for it.
    await page.getByRole('link', { name: 'Change email' }).click();
    await expect(page).toHaveURL('/account/profile#email');
    await expect(page.getByLabel('Email', { exact: true })).toBeInViewport();
    await page.goBack();
    const me = (await (await page.request.get('/api/users/me')).json()) as Record<string, unknown>;
    expect(me).toMatchObject({ email: person.email, username, displayName: 'Juno Reyes' });
    for (const [name, value] of [
      ['Email', person.email],
      ['Username', username],
      ['Display name', 'Juno Reyes'],
      ['City', 'Memphis'],
      ['State', 'TN'],
    ] as const)
      await expect(entry(page, name)).toHaveText(value);
    await expectAccessible(page);
  });

  test('AC-02 AC-03 AC-04 counts the visits, plays and shares of others', async ({ page, browser }) => {
    const owner = await musician(page);
    const id = await uploaded(page, await song({ seconds: 20, format: 'mp3', seed: 'overview' }));
    await processed(page, id);
    expect(await put(page, id, { published: true })).toBe(200);
    await page.goto('/account/overview');
    for (const name of ['Profile views', 'Total plays', 'Total shares'])
      await expect(entry(page, name)).toHaveText('0');

    const listener = await freshPage(browser);
    await signUp(listener);
    for (const [statTitle, media] of [
      ['view-zone', null],
      ['share-media', id],
    ])
      expect(
        (
          await listener.request.post('/api/stats', { headers: HEADERS, data: { statTitle, musician: owner, media } })
        ).status(),
      ).toBe(200);
    await listener.goto(`/${owner}/${id}`);
    await listener.getByRole('button', { name: /^Play/ }).first().click();
    for (const name of ['Profile views', 'Total plays', 'Total shares'])
      await expect(async () => {
        await page.reload();
        await expect(entry(page, name)).toHaveText('1', { timeout: 1000 });
      }).toPass();
    await listener.context().close();

    // Each is a figure of its own.
    const db = openDatabase();
    await db`update users set view_count = 21, play_count = 22, share_count = 23 where id = ${owner}`;
    await db.end();
    await page.reload();
    for (const [name, count] of [
      ['Profile views', '21'],
      ['Total plays', '22'],
      ['Total shares', '23'],
    ] as const)
      await expect(entry(page, name)).toHaveText(count);
  });

  test('makes a copy of one’s own data, by the password, which is downloaded from here', async ({ page }) => {
    const person = await signUp(page);
    await page.goto('/account/overview#your-data');
    const section = page.getByRole('region', { name: 'Your data' });
    await section.getByRole('button', { name: 'Request a copy' }).click();
    const dialog = page.getByRole('dialog', { name: 'Request a copy of your data' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Request a copy' }).click();
    await expect(alert(page, 'Please enter a valid password.')).toBeVisible();
    await dialog.getByLabel('Your password', { exact: true }).fill('not this one');
    await dialog.getByRole('button', { name: 'Request a copy' }).click();
    await expect(alert(page, 'The password is wrong.')).toBeVisible();
    await dialog.getByLabel('Your password', { exact: true }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(section.getByRole('status')).toHaveText(/^Your copy \(1 MB\) is ready, and stays here until .+\.$/);
    await expectAccessible(page);
    const arriving = page.waitForEvent('download');
    await section.getByRole('link', { name: 'Download' }).click();
    const download = await arriving;
    expect(download.suggestedFilename()).toBe('my-data.zip');
    const zip = await openPromise(await download.path());
    const names: string[] = [];
    for await (const { fileName } of zip.eachEntry()) names.push(fileName);
    expect(names).toEqual(expect.arrayContaining(['README.txt', 'data/users.json', 'data/sessions.json']));
    await expect(section.getByRole('button', { name: 'Request a new copy' })).toBeEnabled();
  });

  test('lists the browsers that are signed in, and signs them out one by one or all together', async ({
    page,
    browser,
  }) => {
    const person = await signUp(page);
    const others: Page[] = [];
    for (let n = 0; n < 3; n += 1) {
      const other = await freshPage(browser);
      await other.goto('/login');
      await signIn(other, person);
      await expect(other.getByRole('button', { name: 'Account of Juno' })).toBeVisible();
      others.push(other);
    }
    const [first, second, third] = others as [Page, Page, Page];
    await page.goto('/account/overview');
    const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText('This browser');
    await expect(rows.first().getByRole('button')).toHaveCount(0);
    await expect(rows.nth(1)).toContainText('127.0.0.1');
    // The one that was seen last stands first.
    await rows.nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(3);
    // Whoever signs out several by the keyboard stays where they are.
    await expect(rows.nth(1).getByRole('button')).toBeFocused();
    await expect(page.getByText(/ was signed out\.$/)).toBeVisible();
    expect(await Promise.all([page, first, second, third].map(statusOfMe))).toEqual([200, 200, 200, 401]);
    await page.getByRole('button', { name: 'Sign out all others' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Sign out all others' })).toHaveCount(0);
    const heading = page.getByRole('heading', { name: 'Where you are signed in' });
    await expect(heading).toBeFocused();
    await expect(page.getByText('All other browsers were signed out.')).toBeVisible();
    expect(await Promise.all([page, first, second].map(statusOfMe))).toEqual([200, 401, 401]);

    // With the last one its list has no button left.
    await first.goto('/login');
    await signIn(first, person);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await rows.nth(1).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(heading).toBeFocused();
    for (const other of others) await other.context().close();
  });

  test('says when the list of browsers could not be loaded, and loads it again', async ({ page }) => {
    await signUp(page);
    await page.route('**/api/sessions', (route) =>
      route.fulfill({ status: 404, json: { message: 'No.', errors: [] } }),
    );
    await page.goto('/account/overview');
    await expect(alert(page, 'Your sessions could not be loaded.Try again')).toBeVisible();
    await page.unroute('**/api/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This browser')).toBeVisible();
  });
});

test.describe('leaving', () => {
  test('RT-22 AC-07 AC-09 AC-10 VA-16 J-25 takes the right e-mail and password, says goodbye, and signs out after two seconds', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/account/delete');
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/account/delete');
    await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();
    await expectAccessible(page);

    let sent = 0;
    page.on('request', (request) => void (sent += Number(request.url().includes('/auth/delete'))));
    const confirm = page.getByRole('button', { name: 'Delete my account' });
    await page.getByLabel('Email').fill('x@');
    await confirm.click();
    await expect(alert(page, 'Please enter a valid email.')).toBeVisible();
    await expect(alert(page, 'Please enter a valid password.')).toBeVisible();
    expect(sent).toBe(0);

    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await confirm.click();
    await expect(alert(page, 'The email or password is wrong.')).toBeVisible();
    expect(await statusOfMe(page)).toBe(200);

    // What was typed into its profile and not saved goes with it, and nobody else's.
    const drafts = [`profile-draft ${person.id}`, 'profile-draft of another account'];
    await page.evaluate((keys) => keys.forEach((key) => localStorage.setItem(key, '{}')), drafts);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await throughTwoSeconds(
      page,
      '/auth/delete',
      () => confirm.click(),
      async () => {
        await expect(page.getByRole('heading', { name: 'We are sorry to see you go', exact: true })).toBeVisible({
          timeout: 1000,
        });
        await expect(
          page.getByText('Your account was deleted. Thank you for the time that you spent with Scoville.', {
            exact: true,
          }),
        ).toBeFocused({ timeout: 1000 });
        expect(new URL(page.url()).pathname).toBe('/account/delete');
      },
    );
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await statusOfMe(page)).toBe(401);
    expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), drafts)).toEqual([null, '{}']);

    await page.goto('/login');
    await trySignIn(page, person);
    await expect(alert(page, 'The email or password is wrong.')).toBeVisible();
  });

  test('is shown to its end, whatever was asked for meanwhile, and the next account is led home', async ({
    page,
    browser,
  }) => {
    const person = await signUp(page);
    const held = Promise.withResolvers<void>();
    await page.route('**/api/notifications/unread', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/account/delete');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await throughTwoSeconds(
      page,
      '/auth/delete',
      () => page.getByRole('button', { name: 'Delete my account' }).click(),
      async () => {
        await expect(page.getByRole('heading', { name: 'We are sorry to see you go' })).toBeVisible({ timeout: 1000 });
        held.resolve();
      },
    );
    await expect(page).toHaveURL('/');
    expect(visited).not.toContain('/login');
    await page.unroute('**/api/notifications/unread');
    const next = await freshPage(browser);
    const successor = await signUp(next);
    await next.context().close();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, successor);
    await expect(page).toHaveURL('/');
  });

  test('is found in the menu and on the overview', async ({ page }) => {
    await signUp(page);
    await page.goto('/account/overview');
    await page.getByRole('button', { name: 'Account of Juno' }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete Account' })).toHaveAttribute('href', '/account/delete');
    await page.getByRole('menuitem', { name: 'Account Overview' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Delete account' }).click();
    await expect(page).toHaveURL('/account/delete');
  });
});
