import { type Locator, type Page, expect } from '@playwright/test';
import { toast } from './reviewing.ts';

/** The button that saves the whole profile. */
export const save = (page: Page): Locator => page.getByRole('button', { name: 'Save Profile' });

/** A part of the form by its heading, such as `Bands`. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** The account that the page's browser is signed in to, as the server returns it. */
export const me = async (page: Page) =>
  (await (await page.request.get('/api/users/me')).json()) as Record<string, never>;

/** Saves the profile, and waits for the confirmation. */
export async function saved(page: Page): Promise<void> {
  const answer = page.waitForResponse((one) => one.request().method() === 'PUT');
  await save(page).click();
  expect((await answer).status()).toBe(200);
  await expect(toast(page, 'Successfully updated!').last()).toBeVisible();
}
