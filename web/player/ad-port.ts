import type { PlayerEffect } from './player-state.ts';

type AdEffect = Extract<PlayerEffect, { do: 'adStarted' | 'adOver' }>;

/** Who hears of each advertisement that begins and ends; set by the domain that has them. */
export const adPort: {
  report: (effect: AdEffect) => void;
  /** Is the one that plays really seen or heard at this moment? Its time passes only then. */
  isShown: () => boolean;
  /** What is to be done before the first track may begin; null for nothing. */
  prepare: (() => Promise<void>) | null;
} = { report: () => {}, isShown: () => false, prepare: null };
