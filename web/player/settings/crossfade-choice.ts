import { choice } from './choice.ts';
import { keep, kept } from './kept.ts';

/** The seconds that songs may fade into each other. */
export const FADES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const KEY = 'player-crossfade';

const chosen = choice(savedFade());

/** For how many seconds songs fade into each other on this device; 0 when they do not. */
export const crossfadeSeconds = chosen.get;
export const onCrossfadeChange = chosen.onChange;
export const useCrossfade = chosen.use;

function savedFade(): number {
  const seconds = Number(kept('localStorage', KEY));
  return FADES.some((one) => one === seconds) ? seconds : 0;
}

/** Has songs fade into each other for so many seconds on this device, or not for 0. */
export function chooseCrossfade(seconds: number): void {
  chosen.set(seconds);
  keep('localStorage', KEY, seconds === 0 ? null : String(seconds));
}
