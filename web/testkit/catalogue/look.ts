import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { expectAccessible } from '../accessible.ts';
import { openScreen, settled } from '../screen.tsx';
import { answerAll } from './answer-all.ts';
import type { Row } from './row.ts';

/** Tests each row: no violations of accessibility in both themes, at a desk and on a phone, and nothing sticks out. */
export function lookAt(rows: Record<string, readonly Row[]>): void {
  for (const [name, states] of Object.entries(rows))
    for (const row of states)
      test(`${name}${row.state ? `, ${row.state}` : ''} is accessible in both themes, at 1440 and 390 px`, async () => {
        const me = row.as?.() ?? null;
        answerAll();
        row.answers?.(me);
        await openScreen(row.at, { as: me, settings: row.settings });
        await row.open?.();
        const named = (role: string) => page.getByRole(role, { name: row.shows }).first();
        await expect.element(named('heading').or(named('dialog')).or(named('menu')).first()).toBeVisible();
        await settled();
        await expectAccessible();
      });
}
