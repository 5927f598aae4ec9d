import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextPlayer } from './next-player.ts';
import type { PlayerEffect, PlayerEvent } from './player-state.ts';
import { dispatch, playerState, setMachine } from './player.ts';
import { setSleepTimer } from './settings/sleep-timer.ts';
import { INITIAL_STATE } from './initial-state.ts';

vi.spyOn(console, 'warn').mockReturnValue();

const track = (id: string) => ({ id, title: id, length: 100, musician: { id }, sources: [{}] }) as MediaSummary;
const QUEUE = [track('a'), track('b')];
const PLAY: PlayerEvent = { type: 'play', queue: QUEUE, index: 0 };
const AD_READY: PlayerEvent = {
  type: 'adReady',
  ad: { id: 'ad', title: 'Fresh Knives', length: 400, skipAfter: 0, infoUrl: null, infoUrlText: null },
  rules: { playInterval: 600, playDuring: 0, playDuringMinTime: 0 },
};

let performed: PlayerEffect['do'][] = [];
/** Sets the real state machine and records its effects. `also` is called while an effect is carried out. */
function begin(also: (effect: PlayerEffect) => void = () => {}): void {
  performed = [];
  const perform = (effect: PlayerEffect) => {
    performed.push(effect.do);
    also(effect);
  };
  setMachine({ stopped: INITIAL_STATE, next: nextPlayer, perform });
}

beforeEach(() => {
  vi.useFakeTimers();
  begin();
});
afterEach(() => {
  setSleepTimer(null);
  vi.useRealTimers();
});

it('a sleep timer that ran out during an ad leaves silence after the ad', () => {
  dispatch(AD_READY);
  dispatch(PLAY);
  setSleepTimer(5);
  vi.advanceTimersByTime(5 * 60_000);
  expect(playerState().status).toBe('ad');
  performed = [];
  dispatch({ type: 'skipAd' });
  expect(playerState().status).toBe('paused');
  // In the order of the events, so nothing sounds after the pause.
  expect(performed).toEqual(['adOver', 'resume', 'pause']);
});

it('effects of an event dispatched by an effect are carried out after the earlier effects', () => {
  begin(({ do: name }) => name === 'load' && dispatch({ type: 'failed' }));
  dispatch(AD_READY);
  dispatch(PLAY);
  expect(performed).toEqual(['load', 'adStarted', 'refresh']);
});

it('an effect that throws leaves no effects behind that would be carried out later', () => {
  begin(({ do: name }) => {
    if (name === 'load') throw new Error('no element');
  });
  dispatch(AD_READY);
  expect(() => dispatch(PLAY)).toThrow('no element');
  dispatch({ type: 'skipAd' });
  expect(performed).toEqual(['load', 'adOver', 'resume']);
});
