import type { MediaSummary } from '@scoville/contract/media.ts';
import { beforeEach, expect, it } from 'vitest';
import { nextPlayer } from './next-player.ts';
import type { PlayerEffect } from './player-state.ts';
import { playWhole } from './play-whole.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { STOPPED } from './stopped.ts';

const track = (id: string) => ({ id, length: 100, sources: [{}] as unknown }) as MediaSummary;
const [a, b, c] = [track('a'), track('b'), track('c')] as const;

let effects: PlayerEffect[] = [];
beforeEach(() => {
  effects = [];
  setMachine({ stopped: STOPPED, next: nextPlayer, perform: (effect) => effects.push(effect) });
});

it('a list is played as a whole though its first song is in the player, where it goes on from its place', () => {
  dispatch({ type: 'play', queue: [a], index: 0 });
  effects = [];
  playWhole([a, b, c], 'a');
  expect(playerState()).toMatchObject({ queue: [a, b, c], index: 0, status: 'playing' });
  // Nothing is loaded again, nor paused.
  expect(effects).toEqual([]);
});

it('a list that is in the player goes on, and is not paused by another press', () => {
  playWhole([a, b], 'a');
  playWhole([a, b], 'a');
  expect(playerState()).toMatchObject({ status: 'playing', begun: 1 });
  dispatch({ type: 'pause' });
  effects = [];
  playWhole([a, b], 'a');
  expect(playerState()).toMatchObject({ status: 'playing', begun: 1 });
  expect(effects).toEqual([{ do: 'resume' }]);
});

it('a list begins anew once it was heard, and when another of its songs is in the player', () => {
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

it('what cannot be played yet is left out of it', () => {
  playWhole([{ ...a, sources: [] }, b], 'b');
  expect(playerState()).toMatchObject({ queue: [b], index: 0 });
  playWhole([{ ...a, sources: [] }], 'a');
  expect(playerState()).toMatchObject({ queue: [b] });
});
