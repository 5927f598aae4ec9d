import { type Locator, expect } from '@playwright/test';

/** Presses a box that shows what another part says, as the page's address, and waits until it shows the change. */
export async function tick(box: Locator, checked = true): Promise<void> {
  await expect(box).toBeChecked({ checked: !checked });
  await box.click();
  await expect(box).toBeChecked({ checked });
}
