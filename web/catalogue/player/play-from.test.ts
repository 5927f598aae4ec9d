import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { expect, it } from 'vitest';
import { nextPlayer } from './next-player.ts';
import { playFrom } from './play-from.ts';
import type { PlayerEffect } from './player-state.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { INITIAL_STATE } from './initial-state.ts';

const track = (id: string) => ({ id, length: 100, sources: [{}] as unknown }) as MediaSummary;

it('plays from a moment of the track with which a queue ended, and keeps that queue', () => {
  const queue = ['a', 'b', 'c'].map(track);
  const effects: PlayerEffect[] = [];
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform: (effect) => effects.push(effect) });
  dispatch({ type: 'play', queue, index: 2 });
  dispatch({ type: 'ended' });
  expect(playerState().status).toBe('stopped');
  playFrom(queue[2]!, 30);
  expect(playerState()).toMatchObject({ queue, index: 2, status: 'playing' });
  expect(effects.at(-1)).toEqual({ do: 'load', play: true, at: 30 });
  // A moment past the end belongs to a longer file that this one has replaced.
  dispatch({ type: 'ended' });
  playFrom(queue[2]!, 100);
  expect(effects.at(-1)).toEqual({ do: 'load', play: true, at: 0 });
  // Another track starts a new queue.
  playFrom(track('d'), 5);
  expect(playerState()).toMatchObject({ queue: [{ id: 'd' }], index: 0 });
});
