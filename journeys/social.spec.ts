import { type Page, expect, test } from './testkit/test.ts';
import { type OpenIdProvider, startOpenIdProvider } from '../server/testkit/openid-provider.ts';
import { place } from './testkit/place.ts';
import { beVisitor, origin, signUp, somebody } from './testkit/people.ts';

let corp: OpenIdProvider;
test.beforeAll(async () => {
  corp = await startOpenIdProvider([`${origin()}/auth/corp/callback`], place().providerPort);
});
test.afterAll(() => corp.close());

/** Creates an account at the provider. Returns the account's name on the provider's page. */
function joinCorp(email: string, name = 'Vera Lopez'): string {
  const subject = `person${corp.accounts.size}`;
  corp.accounts.set(subject, { email, email_verified: true, name });
  return subject;
}

/** Chooses an account, or cancels, on the provider's page. */
async function choose(page: Page, choice: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await page.getByRole('link', { name: choice, exact: true }).click();
}

const corpLink = (page: Page) => page.getByRole('link', { name: 'Continue with Corp' });

test('AU-02 the whole page goes to the provider by /auth/{provider}, and the provider’s response signs the user in', async ({
  page,
}) => {
  const subject = joinCorp(somebody().email);
  await page.goto('/login');
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  await corpLink(page).click();
  await choose(page, `Be ${subject}`);
  // A user without a password has to choose one before anything else.
  await expect(page).toHaveURL('/reset');
  await expect(page.getByRole('button', { name: 'Account of Vera Lopez' })).toBeVisible();
  expect(paths[0]).toBe('/auth/corp');
});

test('AU-02 the sign-up screen leads to the provider, too, and cancelling there shows a message here', async ({
  page,
}) => {
  await page.goto('/signup');
  await corpLink(page).click();
  await choose(page, 'Cancel');
  await expect(page).toHaveURL('/login?refusal=cancelled');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'You were not signed in, because it was cancelled or refused there. You can try again.',
  );
});

test('a provider’s account does not take over an existing account with the same email, and the screen explains what to do', async ({
  page,
}) => {
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

test('a user who signed up through a provider chooses a password, sees the linked account, and unlinks it', async ({
  page,
}) => {
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

/** Opens the account screen, and links an account of the provider. */
async function linkCorp(page: Page, { password }: { password: string }, subject: string): Promise<void> {
  await page.goto('/account/overview');
  await page.getByRole('button', { name: 'Link Corp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link Corp' });
  await dialog.getByLabel('Your password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Continue to Corp' }).click();
  await choose(page, `Be ${subject}`);
}

test('linking an account requires the password, and is confirmed beside the linked accounts', async ({ page }) => {
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
  // Unlinking removes the message.
  await page.getByRole('button', { name: 'Unlink Corp' }).click();
  const unlinking = page.getByRole('dialog', { name: 'Unlink Corp?' });
  await unlinking.getByLabel('Your password', { exact: true }).fill(person.password);
  await unlinking.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Link Corp', exact: true })).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('an account that another user has linked is refused with a visible message on the account screen', async ({
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
