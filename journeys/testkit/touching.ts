import type { Page } from '@playwright/test';

type Place = readonly [x: number, y: number];

/** The number of steps of a movement, similar to the reports of a touch screen. */
const STEPS = 12;
/** Seconds between two steps. */
const STEP_TIME = 1 / 60;
/** Seconds for which the finger rests before it is lifted, so that the movement ends with it on a slow machine, too. */
const REST = 0.3;

/** Moves a finger across the page, with the events that Chromium receives from a touch screen. */
export async function moveFinger(page: Page, [fromX, fromY]: Place, [toX, toY]: Place): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const end = Date.now() / 1000;
  const moved = end - REST;
  const send = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    timestamp: number,
    ...touchPoints: { x: number; y: number }[]
  ) => devtools.send('Input.dispatchTouchEvent', { type, timestamp, touchPoints });
  await send('touchStart', moved - STEPS * STEP_TIME, { x: fromX, y: fromY });
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS;
    const place = { x: fromX + (toX - fromX) * part, y: fromY + (toY - fromY) * part };
    await send('touchMove', moved - (STEPS - step) * STEP_TIME, place);
  }
  await send('touchEnd', end);
  await devtools.detach();
}
