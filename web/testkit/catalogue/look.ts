import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessible } from '../accessible.ts';
import { openScreen, settled } from '../screen.tsx';
import { answerAll } from './answer-all.ts';
import type { Row, StateRow } from './row.ts';

/** Finds the heading, dialog, menu or text that identifies a row's state. */
function signOf(row: Row | StateRow): Locator {
  if ('says' in row) {
    const named = page.getByText(row.says, { exact: true }).or(page.getByLabelText(row.says, { exact: true }));
    return named.and(page.getBySelector(':visible'));
  }
  const named = (role: string) => page.getByRole(role, { name: row.shows }).first();
  return named('heading').or(named('dialog')).or(named('menu'));
}

/**
 * Tests each row: no accessibility violations in both themes, on a desktop and on a phone, and nothing wider than the
 * screen.
 */
export function lookAt(rows: Record<string, readonly (Row | StateRow)[]>): void {
  for (const [name, states] of Object.entries(rows))
    for (const row of states)
      test(`${name}${row.state ? `, ${row.state}` : ''} is accessible in both themes, at 1440 and 390 px`, async () => {
        const me = row.as?.() ?? null;
        answerAll();
        row.answers?.(me);
        // The server writes a title into every document.
        document.title = 'Scoville';
        await openScreen(row.at, { as: me, settings: row.settings });
        const open = async () => {
          await row.open?.();
          await expect.element(signOf(row).first()).toBeVisible();
          await settled();
        };
        await open();
        // Menus close when the size of the screen changes.
        await expectAccessible(async () => {
          if (!row.isWide && signOf(row).elements().length === 0) await open();
        });
      });
}
