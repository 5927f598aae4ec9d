import type { Page } from '@playwright/test';

type Place = readonly [x: number, y: number];

/** Steps of a movement, as a screen reports them. */
const STEPS = 12;

/** Moves a finger over the page, from one place to another, as Chromium gets it from a screen. */
export async function moveFinger(page: Page, [fromX, fromY]: Place, [toX, toY]: Place): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', { x: fromX, y: fromY });
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS;
    await send('touchMove', { x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part });
  }
  await send('touchEnd');
  await devtools.detach();
}
