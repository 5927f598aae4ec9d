import { type Page, expect, test } from './testkit/test.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../server/testkit/openid-provider.ts';
import { place } from './testkit/place.ts';
import { beVisitor, origin, signUp, somebody } from './testkit/people.ts';

let corp: OpenIdProvider;
test.beforeAll(async () => {
  corp = await startOpenIdProvider([`${origin()}/auth/corp/callback`], place().providerPort);
});
test.afterAll(() => corp.close());

/** Gives somebody an account at the provider; returns their name on its page. */
function joinCorp(email: string, name = 'Vera Lopez'): string {
  const subject = `person${corp.accounts.size}`;
  corp.accounts.set(subject, { email, email_verified: true, name });
  return subject;
}

/** The page is the provider's: says there who one is. */
async function choose(page: Page, choice: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByRole('link', { name: choice, exact: true }).click();
}

const corpLink = (page: Page) => page.getByRole('link', { name: 'Continue with Corp' });

test('AU-02 the whole page goes to the provider by /auth/{provider}, and its answer signs in', async ({ page }) => {
  const subject = joinCorp(somebody().email);
  await page.goto('/login');
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  await corpLink(page).click();
  await choose(page, `Be ${subject}`);
  // Whoever has no password yet chooses one before anything else.
  await expect(page).toHaveURL('/reset');
  await expect(page.getByRole('button', { name: 'Account of Vera Lopez' })).toBeVisible();
  expect(paths[0]).toBe('/auth/corp');
});

test('AU-02 from the sign-up screen as well, and saying no there is a sentence here', async ({ page }) => {
  await page.goto('/signup');
  await corpLink(page).click();
  await choose(page, 'Cancel');
  await expect(page).toHaveURL('/login?refusal=cancelled');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'You were not signed in, because it was cancelled or refused there. You can try again.',
  );
});

test('an address that somebody has here is not taken over: the screen says what to do', async ({ page }) => {
  const person = await signUp(page);
  await beVisitor(page);
  const subject = joinCorp(person.email);
  await page.goto('/login');
  await corpLink(page).click();
  await choose(page, `Be ${subject}`);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'There is an account with that email address already. Sign in with its password, then link this way of signing in.',
  );
  expect(await page.evaluate(async () => (await fetch('/api/users/me')).status)).toBe(401);
});

test('whoever came by a provider chooses a password, sees what is linked, and unlinks it', async ({ page }) => {
  const subject = joinCorp(somebody().email);
  await page.goto('/login');
  await corpLink(page).click();
  await choose(page, `Be ${subject}`);
  await expect(page).toHaveURL('/reset');
  await page.getByLabel('New password', { exact: true }).fill('a kettle full of songs');
  await page.getByLabel('Confirm new password', { exact: true }).fill('a kettle full of songs');
  await page.getByRole('main').getByRole('button', { name: 'Create password' }).click();
  await expect(page).not.toHaveURL('/reset');

  await page.goto('/account/overview');
  const linked = page.getByRole('region', { name: 'Linked accounts' });
  await expect(linked.getByText(/@example\.org, linked .+, last used /)).toBeVisible();
  await linked.getByRole('button', { name: 'Unlink Corp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink Corp?' });
  await dialog.getByLabel('Your password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();
  await dialog.getByLabel('Your password', { exact: true }).fill('a kettle full of songs');
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(linked.getByText('Not linked')).toBeVisible();
});

/** Links an account of the provider from the account screen, which is opened for that. */
async function linkCorp(page: Page, { password }: { password: string }, subject: string): Promise<void> {
  await page.goto('/account/overview');
  await page.getByRole('button', { name: 'Link Corp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Corp' });
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue to Corp' }).click();
  await choose(page, `Be ${subject}`);
}

test('whoever links an account gives the password for it, and is told where it stands that it is linked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const person = await signUp(page);
  await page.goto('/account/overview');
  await page.getByRole('button', { name: 'Link Corp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Corp' });
  await dialog.getByLabel('Your password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Continue to Corp' }).click();
  await expect(dialog.getByText('The password is wrong.')).toBeVisible();

  await linkCorp(page, person, joinCorp(somebody().email));
  await expect(page).toHaveURL('/account/overview?linked=corp#linked-accounts');
  const said = page.getByText('Corp is linked. You can sign in with it from now on.');
  await expect(said).toBeInViewport();
  await expect(said).toBeFocused();
  // What was said is over with the link.
  await page.getByRole('button', { name: 'Unlink Corp' }).click();
  const unlinking = page.getByRole('dialog', { name: 'Unlink Corp?' });
  await unlinking.getByLabel('Your password', { exact: true }).fill(person.password);
  await unlinking.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Link Corp', exact: true })).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('what somebody else has linked is refused on the account screen, with a sentence where one looks', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const subject = joinCorp(somebody().email);
  await page.goto('/login');
  await corpLink(page).click();
  await choose(page, `Be ${subject}`);
  await expect(page).toHaveURL('/reset');
  await beVisitor(page);
  await linkCorp(page, await signUp(page), subject);
  await expect(page).toHaveURL('/account/overview?refusal=taken#linked-accounts');
  const refusal = page.getByRole('alert').filter({ hasText: 'That account is linked to somebody else here already.' });
  await expect(refusal).toBeInViewport();
  await expect(refusal.locator('..')).toBeFocused();
});
