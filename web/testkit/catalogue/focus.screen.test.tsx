import { expect, test } from 'vitest';
import { openScreen, settled } from '../screen.tsx';
import { answerAll } from './answer-all.ts';
import { openedByAdministrators } from './opened-by-admin.ts';
import { openedByMembers } from './opened-by-members.ts';

const FIELDS = 'input, select, textarea';
const canBeFilledIn = (field: HTMLElement) =>
  field.checkVisibility() && !field.matches(':disabled, [readonly], [aria-disabled=true], [tabindex="-1"]');

/** The part of the frontmost dialog that has the focus, and the part that should have it. */
function focused(): { has: string; wants: string } {
  const dialog = [...document.querySelectorAll('dialog')].findLast((one) => one.open);
  const active = document.activeElement;
  if (!dialog?.contains(active) || !(active instanceof HTMLElement)) return { has: 'nothing', wants: 'a dialog' };
  const isClose = active.getAttribute('aria-label') === 'Close';
  const has = active.matches(FIELDS) ? 'a field' : isClose ? 'the close button' : 'an action';
  const fields = [...dialog.querySelectorAll<HTMLElement>(FIELDS)];
  if (fields.some(canBeFilledIn)) return { has, wants: 'a field' };
  return { has, wants: dialog.querySelector('footer button') ? 'an action' : has };
}

for (const [name, rows] of Object.entries({ ...openedByMembers, ...openedByAdministrators }))
  for (const row of rows)
    test(`${name}${row.state ? `, ${row.state}` : ''} opens with the focus on a field, or else on an action`, async () => {
      const me = row.as?.() ?? null;
      answerAll();
      row.answers?.(me);
      await openScreen(row.at, { as: me, settings: row.settings });
      await row.open?.();
      await settled();
      await expect
        .poll(() => (({ has, wants }) => has === wants || `${has} instead of ${wants}`)(focused()))
        .toBe(true);
    });
