import { type Page, expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Somebody whom this installation does not know yet. */
export const somebody = (firstName = 'Juno', lastName = 'Reyes'): Person => ({
  firstName,
  lastName,
  email: `${randomBytes(6).toString('hex')}@example.org`,
  password: 'a kettle full of songs',
});

/** Fills the sign-up form, which is open. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Confirm email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
}

/** Signs in on the login screen, which is open; the caller waits for where it leads. */
export async function signIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Creates an account through the product's own screen; the page is then signed in and stands on /browse. */
export async function signUp(page: Page, person = somebody()): Promise<Person> {
  await page.goto('/signup');
  await fillSignUp(page, person);
  // The button with the name alone would also be that of an account which was signed in before.
  const created = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/users/' && answer.ok());
  await page.getByRole('button', { name: 'Create account' }).click();
  await created;
  await expect(page.getByRole('button', { name: `Account of ${person.firstName}` })).toBeVisible();
  return person;
}

/** Ends the session and forgets what this tab remembers, as a new visit would. */
export async function beVisitor(page: Page): Promise<void> {
  await page.goto('/logout');
  // The title changes once the page is recorded, so that nothing is written after the clearing.
  await expect(page).toHaveTitle(/^Home /);
  await page.evaluate(() => sessionStorage.clear());
}
