import { type Page, expect, test } from './testkit/test.ts';
import { beVisitor, signIn, signUp, trySignIn } from './testkit/people.ts';
import { throughTwoSeconds } from './testkit/two-seconds.ts';

/** The alert of a form with exactly this text. */
const alert = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${text.replaceAll('.', '\\.')}$`) });
const statusOfMe = (page: Page) => page.evaluate(async () => (await fetch('/api/users/me')).status);

test.describe('account deletion', () => {
  test('RT-22 AC-07 AC-09 AC-10 VA-16 J-25 requires the right e-mail and password, shows a farewell, and leads to Home after two seconds', async ({
    page,
  }) => {
    const person = await signUp(page);
    await beVisitor(page);
    await page.goto('/account/delete');
    await expect(page).toHaveURL('/login');
    await signIn(page, person);
    await expect(page).toHaveURL('/account/delete');
    await expect(page.getByRole('heading', { name: 'Delete account' })).toBeVisible();

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

    // Deletion removes the unsaved profile draft of this account from the browser, but not the drafts of other
    // accounts.
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
});
