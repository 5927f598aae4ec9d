import { type Page, expect } from '@playwright/test';

/**
 * Runs an action that leads to a screen, which the page leaves automatically after two seconds. Checks that the screen
 * is shown until then. Advances the page's clock by hand, so that a slow machine makes no difference.
 * @param act sends the request whose path starts with `call`
 * @param isShown throws unless the screen is shown
 */
export async function throughTwoSeconds(
  page: Page,
  call: string,
  act: () => Promise<void>,
  isShown: () => Promise<void>,
): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname.startsWith(call));
  await act();
  await answered;
  // The page needs a moment of its own clock to process the response.
  await expect(async () => {
    await page.clock.runFor(10);
    await isShown();
  }).toPass();
  await page.clock.runFor(1800);
  await isShown();
  await page.clock.runFor(300);
  await page.clock.resume();
}
