import { type Locator, expect } from '@playwright/test';

/** Hovers over a control and checks its tooltip. Tries again if the page moved while parts of it loaded. */
export async function expectTooltip(target: Locator, text: string, { force = false } = {}): Promise<void> {
  const page = target.page();
  await expect(async () => {
    await page.mouse.move(0, 0);
    await target.hover({ force });
    // A tooltip appears after half a second.
    await expect(page.getByRole('tooltip')).toHaveText(text, { timeout: 3000 });
  }).toPass();
}
