import { expect, test } from './testkit/test.ts';
import { me, save, saved, section } from './testkit/editing-profile.ts';
import { HEADERS, signIn, signUp } from './testkit/people.ts';

test('unsaved changes of the profile survive the end of the session, and can be saved after the next sign-in', async ({
  page,
}) => {
  const person = await signUp(page);
  await page.goto('/account/profile');
  await page.getByLabel('Bio').fill('Typed before the session ended.');
  const bands = section(page, 'Bands');
  await bands.getByRole('button', { name: 'Add a band' }).click();
  await bands.getByLabel('Name').fill('Rinds');
  await bands.getByLabel('Start date').fill('2001-01-01');
  await bands.getByLabel('Still a member').check();
  // The session ends elsewhere. Block GET requests, so that Save is the first request to be refused: a refused GET
  // would lead to the login screen, too.
  await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()));
  await page.request.get('/auth/logout', { headers: HEADERS });
  await save(page).click();
  await expect(page).toHaveURL('/login');
  await page.unroute('**/api/**');
  await signIn(page, person);
  await expect(page).toHaveURL('/account/profile');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toBeVisible();
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended.');
  await expect(bands.getByRole('listitem')).toContainText('Rinds');
  await saved(page);
  expect(await me(page)).toMatchObject({ bio: 'Typed before the session ended.', bands: [{ name: 'Rinds' }] });
  await page.reload();
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the session ended.');
  await expect(page.getByText('Your unsaved changes from last time have been restored.')).toHaveCount(0);
});
