import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { readClock, setClock } from './clock.ts';

import { nextPlayer } from './next-player.ts';
import { seekTo } from './place-track.ts';
import { playFrom } from './play-from.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { INITIAL_STATE } from './initial-state.ts';

const { setTrackTime } = vi.hoisted(() => ({ setTrackTime: vi.fn() }));
vi.mock('./player-element.ts', async (original) => ({
  ...(await original<object>()),
  playerElement: () => ({ hasAttribute: () => true }),
  setTrackTime,
}));

const track = { id: 'a', length: 100, sources: [{}] as unknown } as MediaSummary;
const ad = { id: 'ad', title: 'Fresh Knives', length: 10, skipAfter: 0, infoUrl: null, infoUrlText: null };
const adReady = () =>
  dispatch({ type: 'adReady', ad, rules: { playInterval: 10, playDuring: 0, playDuringMinTime: 0 } });
beforeEach(() => {
  setTrackTime.mockClear();
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: () => {} });
  dispatch({ type: 'close' });
  setClock(0, 100);
});

it('seeking has no effect during an advertisement, and works after it', () => {
  adReady();
  dispatch({ type: 'play', queue: [track], index: 0 });
  expect(playerState().status).toBe('ad');
  for (const seconds of [30, 0, 99]) seekTo(seconds);
  playFrom(track, 40);
  expect([setTrackTime.mock.calls, readClock().position]).toEqual([[], 0]);
  dispatch({ type: 'skipAd' });
  seekTo(30);
  expect([setTrackTime.mock.calls, readClock().position]).toEqual([[[30]], 30]);
});

it('a track that is played from a moment begins there after its advertisement', async () => {
  dispatch({ type: 'restore', queue: [track], index: 0, at: 5 });
  adReady();
  playFrom(track, 40);
  expect(playerState().status).toBe('ad');
  await vi.waitFor(() => expect(setTrackTime.mock.calls).toEqual([[40]]));
  expect(readClock().position).toBe(40);
});
