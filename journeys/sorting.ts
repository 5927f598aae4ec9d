import { type Locator, expect } from '@playwright/test';

/** Takes a row of a list by the keyboard; then the arrows move it. `said` is where the list says which place it has. */
export async function pickUp(handle: Locator, said: Locator): Promise<void> {
  await handle.focus();
  await handle.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await expect(said).toBeAttached();
  // The list listens for keys from the task after that on.
  await handle.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
