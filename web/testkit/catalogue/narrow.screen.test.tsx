import { test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSideways } from '../matchers.ts';
import { openScreen, settled } from '../screen.tsx';
import { answerAll } from './answer-all.ts';
import { members } from './members.ts';
import { menus } from './menus.ts';
import { openedByAdministrators } from './opened-by-admin.ts';
import { openedByMembers } from './opened-by-members.ts';
import type { Row } from './row.ts';
import { visitors } from './visitors.ts';

const NARROW = 320;
/** A word that only a forced line break can split. */
const WORD = 'W'.repeat(200);

const screens: Record<string, readonly Row[]> = { ...visitors, ...members };
for (const [name, rows] of Object.entries(screens))
  for (const row of rows)
    test(`${name}${row.state ? `, ${row.state}` : ''} does not scroll sideways at 320 px with words of 200 letters`, async () => {
      await page.viewport(NARROW, 700);
      const me = row.as?.() ?? null;
      answerAll(WORD);
      row.answers?.(me);
      await openScreen(row.at, { as: me && { ...me, displayName: WORD }, settings: row.settings });
      await settled();
      await expectNoSideways();
    });

const opened: Record<string, readonly Row[]> = { ...openedByMembers, ...openedByAdministrators, ...menus };
for (const [name, rows] of Object.entries(opened))
  for (const row of rows)
    test(`${name}${row.state ? `, ${row.state}` : ''} does not scroll sideways at 320 px`, async () => {
      const me = row.as?.() ?? null;
      answerAll();
      row.answers?.(me);
      await openScreen(row.at, { as: me, settings: row.settings });
      await row.open?.();
      await page.viewport(NARROW, 700);
      await settled();
      await expectNoSideways();
    });
