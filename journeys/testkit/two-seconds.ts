import { type Page, expect } from '@playwright/test';

/**
 * Does what ends in a screen that is left by itself after two seconds, and stays on that until they are over: by the
 * page's own clock, which stands still meanwhile.
 * @param act sends the call whose path is `call`
 * @param isShown throws unless the screen is there
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
  // What the page makes of the answer takes a moment of its clock.
  await expect(async () => {
    await page.clock.runFor(10);
    await isShown();
  }).toPass();
  await page.clock.runFor(1800);
  await isShown();
  await page.clock.runFor(300);
  await page.clock.resume();
}
