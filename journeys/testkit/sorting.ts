import { type Locator, type Page, expect } from '@playwright/test';

/**
 * Picks up a row of a list with the keyboard, so that the arrow keys move it. `said` locates the list's announcement of
 * the row's position.
 */
export async function pickUp(handle: Locator, said: Locator): Promise<void> {
  await handle.focus();
  await handle.press('Space');
  await expect(handle).toHaveAttribute('aria-pressed', 'true');
  await expect(said).toBeAttached();
  // The list handles keys from the next task on.
  await handle.page().evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/**
 * Drags a row by its handle onto another row with the mouse, and holds it there until the list announces the new
 * position.
 */
export async function dragOnto(handle: Locator, other: Locator, said: Locator): Promise<void> {
  const { mouse } = handle.page();
  await handle.hover();
  await mouse.down();
  const to = await other.boundingBox();
  await mouse.move(to!.x + 10, to!.y + 20, { steps: 12 });
  await mouse.move(to!.x + 20, to!.y + 20, { steps: 3 });
  // If the mouse were released before the announcement, the row would return to its old position.
  await expect(said).toBeAttached();
}

/** Releases the dragged row. The list ignores the click that may follow, and any other click for a moment. */
export async function drop(page: Page): Promise<void> {
  await page.mouse.up();
  // The list's own timer of 50 ms was started before this one.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 51)));
}
