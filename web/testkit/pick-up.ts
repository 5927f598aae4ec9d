import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/** Takes a row of a sortable list by the keyboard; the arrow keys move it from then on. `said` is the list's sentence about its place. */
export async function pickUp(handle: Locator, said: string): Promise<void> {
  await expect.element(handle).toBeVisible();
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(handle).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText(said)).toBeInTheDocument();
  // The list listens for keys from the next task on.
  await new Promise((resolve) => setTimeout(resolve));
}
