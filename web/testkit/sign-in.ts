import { page } from 'vitest/browser';

export const PERSON = { firstName: 'Juno', lastName: 'Reyes', email: 'juno@example.org' };
export const PASSWORD = 'a kettle full of songs';

/** Fills in and sends the form of the open login screen. */
export async function trySignIn(password = PASSWORD): Promise<void> {
  await page.getByLabelText('Email').fill(PERSON.email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

/** Fills in the open sign-up form. */
export async function fillSignUp({ firstName = PERSON.firstName, password = PASSWORD } = {}): Promise<void> {
  await page.getByLabelText('First name').fill(firstName);
  await page.getByLabelText('Last name').fill(PERSON.lastName);
  await page.getByLabelText('Email', { exact: true }).fill(PERSON.email);
  await page.getByLabelText('Confirm email').fill(PERSON.email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await page.getByLabelText('Confirm password').fill(password);
}
