import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { beforeEach, expect, it } from 'vitest';
import { nextPlayer } from './next-player.ts';
import type { PlayerEffect } from './player-state.ts';
import { playWhole } from './play-whole.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { INITIAL_STATE } from './initial-state.ts';

const track = (id: string) => ({ id, length: 100, sources: [{}] as unknown }) as MediaSummary;
const [a, b, c] = [track('a'), track('b'), track('c')] as const;

let effects: PlayerEffect[] = [];
beforeEach(() => {
  effects = [];
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: (effect) => effects.push(effect) });
});

it('plays a whole list whose first song is the current track, which continues at its position', () => {
  dispatch({ type: 'play', queue: [a], index: 0 });
  effects = [];
  playWhole([a, b, c], 'a');
  expect(playerState()).toMatchObject({ queue: [a, b, c], index: 0, status: 'playing' });
  // Nothing is reloaded or paused.
  expect(effects).toEqual([]);
});

it('resumes a list that is in the player, and does not pause it at another press', () => {
  playWhole([a, b], 'a');
  playWhole([a, b], 'a');
  expect(playerState()).toMatchObject({ status: 'playing', begun: 1 });
  dispatch({ type: 'pause' });
  effects = [];
  playWhole([a, b], 'a');
  expect(playerState()).toMatchObject({ status: 'playing', begun: 1 });
  expect(effects).toEqual([{ do: 'resume' }]);
});

it('restarts a list that was played to its end, or when another of its songs is in the player', () => {
  playWhole([a, b], 'a');
  dispatch({ type: 'next' });
  playWhole([a, b], 'a');
  expect(playerState()).toMatchObject({ index: 0, status: 'playing', begun: 2 });
  dispatch({ type: 'next' });
  dispatch({ type: 'ended' });
  expect(playerState().status).toBe('stopped');
  playWhole([b], 'b');
  expect(playerState()).toMatchObject({ queue: [b], status: 'playing', begun: 3 });
});

it('skips songs that cannot be played yet', () => {
  playWhole([{ ...a, sources: [] }, b], 'b');
  expect(playerState()).toMatchObject({ queue: [b], index: 0 });
  playWhole([{ ...a, sources: [] }], 'a');
  expect(playerState()).toMatchObject({ queue: [b] });
});
