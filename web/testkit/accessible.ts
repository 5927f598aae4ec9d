import axe, { type RunOptions } from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import { LOOKS } from './looks.ts';
import { expectNoSideways } from './matchers.ts';

/** No violations of accessibility (axe-core's rules) in what the page shows now. */
export async function expectAccessibleNow(rules?: readonly string[]): Promise<void> {
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) };
  const { violations } = await axe.run(document, options);
  const named = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(named).toEqual([]);
}

/** The same in both themes and on a phone, where nothing may be wider than the screen. */
export async function expectAccessible(): Promise<void> {
  for (const [width, colorScheme, rules] of LOOKS) {
    await page.viewport(width, 900);
    await commands.emulateMedia({ colorScheme });
    await expectAccessibleNow(rules);
    await expectNoSideways();
  }
  await page.viewport(1440, 900);
  await commands.emulateMedia({ colorScheme: 'light' });
}
