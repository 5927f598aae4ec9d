import { type Locator, type Page, expect } from '@playwright/test';
import { toast } from './reviewing.ts';

/** The button that saves the profile whole. */
export const save = (page: Page): Locator => page.getByRole('button', { name: 'Save Profile' });

/** A part of the form by its heading, such as `Bands`. */
export const section = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** The account of the page's browser, as the server knows it. */
export const me = async (page: Page) =>
  (await (await page.request.get('/api/users/me')).json()) as Record<string, never>;

/** Saves, and waits until it is said. */
export async function saved(page: Page): Promise<void> {
  const answer = page.waitForResponse((one) => one.request().method() === 'PUT');
  await save(page).click();
  expect((await answer).status()).toBe(200);
  await expect(toast(page, 'Successfully updated!').last()).toBeVisible();
}
