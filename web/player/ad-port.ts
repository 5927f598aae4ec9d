import type { PlayerEffect } from './player-state.ts';

type AdEffect = Extract<PlayerEffect, { do: 'adStarted' | 'adOver' }>;

/** Who hears of each advertisement that begins and ends; set by the domain that has them. */
export const adPort: {
  tell: (effect: AdEffect) => void;
  /** What is to be done before the first track may begin; null for nothing. */
  prepare: (() => Promise<void>) | null;
} = { tell: () => {}, prepare: null };
