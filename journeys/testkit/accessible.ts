import { type Page, expect } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { LOOKS } from '../../web/testkit/looks.ts';

/** Checks that the page's current state has no accessibility violations. */
async function expectAccessibleNow(page: Page, rules?: readonly string[]): Promise<void> {
  // Load axe once per page, because loading it takes as long as a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const named = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, options);
  expect(named).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

/** Waits until the page doesn't scroll sideways any more; scripts may still be measuring the layout. */
export async function expectNoSideways(page: Page): Promise<void> {
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(tooWide, page.url()).toBeLessThanOrEqual(0);
}

/** Checks both themes, and a phone's width, at which nothing may be wider than the screen. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [width, colorScheme, rules] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    // Turn animations off, so that no colour is checked halfway to the other theme.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessibleNow(page, rules);
    await expectNoSideways(page);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
