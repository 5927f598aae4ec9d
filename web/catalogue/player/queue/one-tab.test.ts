import { type Mock, expect, it, vi } from 'vitest';
import { joinTabChannel } from '../../../platform/lib/tab-channel.ts';
import { joinTabs } from './one-tab.ts';

const { hear } = vi.hoisted(() => ({ hear: vi.fn() as Mock }));
vi.mock('./tabs.ts', () => ({ createTabs: () => ({ change: () => {}, hear }) }));

it.each([
  ['text', 'other'],
  ['null', null],
  ['without a tab', { since: 2 }],
  ['with a time that is no number', { tab: 'other', since: NaN }],
  ['with a time as text', { tab: 'other', since: '2' }],
])('ignores a message of another version: %s', async (_, content) => {
  hear.mockClear();
  const { leave } = joinTabs(() => {});
  const other = joinTabChannel<unknown>('player', () => {});
  for (const message of [content, { tab: 'other', since: 1 }]) other.post(message);
  await vi.waitFor(() => expect(hear).toHaveBeenCalledWith({ tab: 'other', since: 1 }));
  expect(hear).toHaveBeenCalledTimes(1);
  leave();
  other.close();
});
