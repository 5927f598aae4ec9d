import { type Locator, expect } from '@playwright/test';

/** Points at a control, again where the page moved under the pointer while parts of it came, and reads its tooltip. */
export async function expectTooltip(target: Locator, text: string, { force = false } = {}): Promise<void> {
  const page = target.page();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await target.hover({ force });
    // The delay of a tooltip is half a second.
    await expect(page.getByRole('tooltip')).toHaveText(text, { timeout: 3000 });
  }).toPass();
}
