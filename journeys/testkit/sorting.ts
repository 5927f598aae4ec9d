import { type Locator, type Page, expect } from '@playwright/test';

/** Takes a row of a list by the keyboard; then the arrows move it. `said` is where the list says which place it has. */
export async function pickUp(handle: Locator, said: Locator): Promise<void> {
  await handle.focus();
  await handle.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await expect(said).toBeAttached();
  // The list listens for keys from the task after that on.
  await handle.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Drags a row by its handle onto the place of another with the mouse, and holds it there until the list says so. */
export async function dragOnto(handle: Locator, other: Locator, said: Locator): Promise<void> {
  const { mouse } = handle.page();
  await handle.hover();
  await mouse.down();
  const to = await other.boundingBox();
  await mouse.move(to!.x + 10, to!.y + 20, { steps: 12 });
  await mouse.move(to!.x + 20, to!.y + 20, { steps: 3 });
  // Let go before the list has said where it is, it would fall back.
  await expect(said).toBeAttached();
}

/** Lets go of what the mouse drags. The list takes the click that may come with it, and any other for a moment more. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  // The list's own timer of 50 ms was set before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 51)));
}
