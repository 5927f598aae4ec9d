import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { members } from './members.ts';
import { menus } from './menus.ts';
import { openedByAdministrators } from './opened-by-admin.ts';
import { openedByMembers } from './opened-by-members.ts';
import { visitors } from './visitors.ts';

test('the catalogue of accessibility has a row for every screen', () => {
  expect(Object.keys({ ...visitors, ...members }).toSorted()).toEqual(Object.keys(SCREENS).toSorted());
});

test('the catalogue of accessibility has a row for every file that draws a dialog', async () => {
  const drawn = await commands.sourcesWith('ui/(dialog|confirm-dialog).tsx');
  const known = Object.keys({ ...openedByMembers, ...openedByAdministrators });
  expect(drawn.filter((file) => !known.includes(file))).toEqual([]);
});

test('the catalogue of accessibility has a row for every file that draws a menu', async () => {
  const drawn = await commands.sourcesWith('<(Menu|LateMenu|CountMenu)\\b');
  expect(drawn.filter((file) => !file.startsWith('platform/ui/') && !(file in menus))).toEqual([]);
});
