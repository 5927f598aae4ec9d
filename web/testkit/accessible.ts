import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import { LOOKS } from './looks.ts';
import { expectNoSideways } from './matchers.ts';

/** Expects no accessibility violations (axe-core's rules) in the page's current state. */
export async function expectAccessibleNow(rules?: readonly string[]): Promise<void> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const { violations } = await axe.run(document, options);
  const named = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(named).toEqual([]);
}

/**
 * Expects no accessibility violations in both themes, on a desktop and on a phone, and no element wider than the
 * screen.
 * @param restore called in each view, for a state that ends when the size of the screen changes
 */
export async function expectAccessible(restore?: () => Promise<void>): Promise<void> {
  for (const [width, colorScheme, rules] of LOOKS) {
    await page.viewport(width, 900);
    await commands.emulateMedia({ colorScheme });
    await restore?.();
    await expectAccessibleNow(rules);
    await expectNoSideways();
  }
  await page.viewport(1440, 900);
  await commands.emulateMedia({ colorScheme: 'light' });
}
