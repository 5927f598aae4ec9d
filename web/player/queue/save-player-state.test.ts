import type { MediaSummary } from '@scoville/contract/media.ts';
import { keepPlayer } from '@scoville/contract/player.ts';
import { type Mock, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextPlayer } from '../next-player.ts';
import { dispatch, setMachine } from '../player.ts';
import { STOPPED } from '../stopped.ts';
import { savePlayerState } from './save-player-state.ts';
import { unread } from './unread.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../lib/call.ts', () => ({ call }));

const track = (id: string): MediaSummary => ({ ...unread(id), title: id, sources: [] });

beforeEach(() => {
  call.mockReset();
  call.mockResolvedValue({});
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => 'here', setItem: () => {} });
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {});
  setMachine({ stopped: STOPPED, next: nextPlayer, perform: () => {} });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('what a reload brought back is not written when more is known of its tracks, but when one of them is removed', () => {
  dispatch({ type: 'restore', queue: [track('a'), unread('b'), unread('c')], index: 0, at: 0 });
  const stop = savePlayerState();
  dispatch({ type: 'read', ids: ['b', 'c'], media: [track('b'), track('c')] });
  vi.advanceTimersByTime(120_000);
  expect(call).not.toHaveBeenCalled();
  dispatch({ type: 'remove', id: 'b' });
  vi.advanceTimersByTime(3000);
  expect(call).toHaveBeenCalledExactlyOnceWith(keepPlayer, expect.anything());
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { ids: ['a', 'c'], index: 0 } });
  stop();
});
