import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/**
 * Picks up a row of a sortable list by keyboard; the arrow keys move it afterwards. `said` is the list's announcement
 * of the row's place.
 */
export async function pickUp(handle: Locator, said: string): Promise<void> {
  await expect.element(handle).toBeVisible();
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(handle).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText(said)).toBeInTheDocument();
  // The list listens for keys from the next task on.
  await new Promise((resolve) => setTimeout(resolve));
}
