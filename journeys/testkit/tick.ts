import { type Locator, expect } from '@playwright/test';

/**
 * Clicks a checkbox whose state depends on something else, such as the page's URL, and waits until it shows the change.
 */
export async function tick(box: Locator, checked = true): Promise<void> {
  await expect(box).toBeChecked({ checked: !checked });
  await box.click();
  await expect(box).toBeChecked({ checked });
}
