import type { PlayerEffect } from './player-state.ts';

type AdEffect = Extract<PlayerEffect, { do: 'adStarted' | 'adOver' }>;

/**
 * Connects the player to the advertisements; the ads domain sets it. `report` gets each advertisement that begins or
 * ends.
 */
export const adPort: {
  report: (effect: AdEffect) => void;
  /** Whether the current advertisement is seen or heard at this moment. Otherwise its countdown stands still. */
  isShown: () => boolean;
  /** Must finish before the first track may begin; null for nothing. */
  prepare: (() => Promise<void>) | null;
} = { report: () => {}, isShown: () => false, prepare: null };
