import { type Page, expect, request, test } from './testkit/test.ts';
import { ADMIN, type Product, startProduct } from '../scripts/product.ts';
import { freePort } from '../server/platform/db/free-port.ts';
import { codeBefore, codeOf } from '../server/testkit/totp-code.ts';
import {
  HEADERS,
  type Person,
  beVisitor,
  freshPage,
  ledOn,
  signIn,
  signUp,
  somebody,
  trySignIn,
} from './testkit/people.ts';

// A passkey belongs to a domain name, so browsers don't create any for 127.0.0.1.
let url: string;
let product: Product;
test.beforeAll(async () => {
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  product = await startProduct({ PORT: port, PUBLIC_URL: url, ADMIN_SECOND_FACTOR: 'true' });
});
test.afterAll(() => product.stop());

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const dialog = (page: Page) => page.getByRole('dialog');
/**
 * Returns the previous code, so that the current one can still be used. Makes sure that the code is valid for another
 * ten seconds, because a browser takes longer to send it than an API call.
 */
const earlier = (secret: string) => codeBefore(secret, 10_000);

/** Gives the password on the login screen, and waits for the second step. */
async function begin(page: Page, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await beVisitor(page, url);
  await page.goto(`${url}/login`);
  await trySignIn(page, person);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
}

/** Sets up an authenticator app on the account page. Returns the app's secret. */
async function setUpApp(page: Page, { password }: Pick<Person, 'password'>): Promise<string> {
  await page.goto(`${url}/account/overview`);
  await section(page).getByRole('button', { name: 'Set up app' }).click();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog(page).locator('code').textContent()) ?? '';
  await dialog(page)
    .getByLabel('Code from your app')
    .fill(await earlier(secret));
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(section(page).getByText('10 codes left, for when nothing else is at hand')).toBeVisible();
  return secret;
}

test('an authenticator app is set up, required at sign-in, replaced with a recovery code, and removed', async ({
  page,
}) => {
  const person = await signUp(page, undefined, url);
  const elsewhere = await request.newContext({ baseURL: url });
  expect(
    (
      await elsewhere.post('/auth', { headers: HEADERS, data: { email: person.email, password: person.password } })
    ).status(),
  ).toBe(200);
  await elsewhere.dispose();
  await page.goto(`${url}/account/overview`);
  const signedIn = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(signedIn).toHaveCount(2);
  await section(page).getByRole('button', { name: 'Set up app' }).click();
  await dialog(page).getByLabel('Your password', { exact: true }).fill('not this');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('The password is wrong.')).toBeVisible();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await dialog(page).locator('code').textContent()) ?? '';
  await dialog(page)
    .getByLabel('Code from your app')
    .fill(await earlier(secret));
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
  const shown = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(section(page).getByText('10 codes left, for when nothing else is at hand')).toBeVisible();
  // The other session didn't give the second factor, so it was ended.
  await expect(signedIn).toHaveCount(1);

  await begin(page, person);
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This code is wrong, or was used already.')).toBeVisible();
  await page.getByLabel('Code from your app').fill(codeOf(secret, 0));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ledOn(page);

  await begin(page, person);
  await page.getByRole('button', { name: 'Start over' }).click();
  await trySignIn(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ledOn(page);

  await page.goto(`${url}/account/overview`);
  await expect(section(page).getByText('9 codes left, for when nothing else is at hand')).toBeVisible();
  await section(page).getByRole('button', { name: 'Remove app' }).click();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section(page).getByText('Not set up')).toBeVisible();
  await beVisitor(page, url);
  await page.goto(`${url}/login`);
  await signIn(page, person);
});

test('a passkey is added, used to sign in, and removed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const person = await signUp(page, undefined, url);
  await page.goto(`${url}/account/overview`);
  await section(page).getByRole('button', { name: 'Add passkey' }).click();
  await dialog(page).getByLabel('Name').fill('Blue key');
  await dialog(page).getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Add passkey' }).click();
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(section(page).getByText('Blue key')).toBeVisible();

  await begin(page, person);
  // The password form, which had the focus, is gone.
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused();
  await page.keyboard.press('Enter');
  await ledOn(page);

  await page.goto(`${url}/account/overview`);
  await section(page).getByRole('button', { name: 'Remove Blue key' }).click();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(person.password);
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section(page).getByText('Blue key')).toHaveCount(0);
  await beVisitor(page, url);
  await page.goto(`${url}/login`);
  await signIn(page, person);
});

test('an administrator has to set up a second factor where the operator requires it, and can remove a user’s lost one', async ({
  page: lost,
  browser,
}) => {
  const page = await freshPage(browser);
  await page.goto(`${url}/login`);
  await signIn(page, ADMIN);
  await page.goto(`${url}/admin/users`);
  const needed = page.getByRole('status').filter({ hasText: 'Administrators need a second factor here.' });
  await needed.getByRole('link', { name: 'Set one up on your account page.' }).click();
  await expect(page).toHaveURL(`${url}/account/overview#second-factor`);
  await expect(section(page).getByRole('status')).toHaveText(
    'Administrators need a second factor here. Until you have set one up, you have no administrator rights.',
  );
  await setUpApp(page, ADMIN);

  const person = await signUp(lost, somebody('Lou', 'Ser'), url);
  await setUpApp(lost, person);
  await page.goto(`${url}/admin/users?q=${person.email}`);
  const menu = async (name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();
  const remove = page.getByRole('menuitem', { name: 'Remove second factor' });
  await menu('Lou Ser');
  await remove.click();
  await expect(dialog(page)).toContainText('make sure the request really comes from them');
  await dialog(page).getByLabel('Your password', { exact: true }).fill(ADMIN.password);
  await dialog(page).getByRole('button', { name: 'Remove second factor' }).click();
  await expect(page.getByText('Lou Ser has no second factor any more.')).toBeVisible();
  await menu('Lou Ser');
  await expect(page.getByRole('menuitem', { name: 'Suspend' })).toBeVisible();
  await expect(remove).toHaveCount(0);
  // Administrators remove their own second factor on their account page.
  await page.goto(`${url}/admin/users?q=${ADMIN.email}`);
  await menu('Site Administrator');
  await expect(page.getByRole('menuitem', { name: 'Suspend' }).or(page.getByRole('menuitem').first())).toBeVisible();
  await expect(remove).toHaveCount(0);
  await page.goto(`${url}/admin/audit`);
  await expect(page.getByRole('row').filter({ hasText: 'Lou Ser' })).toContainText('Removed a second factor');

  // The user was signed out, and can sign in with the password alone.
  await lost.goto(`${url}/account/overview`);
  await expect(lost).toHaveURL(`${url}/login`);
  await signIn(lost, person);
  await expect(section(lost).getByText('Not set up')).toBeVisible();
  await page.context().close();
});
