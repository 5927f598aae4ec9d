import type { PlayerState } from './player-state.ts';

/** A player without a queue. */
export const INITIAL_STATE: PlayerState = {
  queue: [],
  index: -1,
  begun: 0,
  actions: 0,
  repeat: 'off',
  shuffle: null,
  status: 'stopped',
  ad: null,
  nextAd: null,
  hadAd: false,
  display: false,
  played: 0,
  sinceAd: 0,
  counted: false,
  refreshes: 0,
  refreshedAt: 0,
  broken: 0,
  lostWhile: null,
  networkChecks: 0,
  stalled: false,
  elsewhere: false,
  error: null,
};
