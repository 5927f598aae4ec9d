import { createStore } from './store.ts';
import { writeStored, readStored } from './browser-storage.ts';

/** The fade durations that can be chosen, in seconds. */
export const FADES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
const KEY = 'player-crossfade';

const chosen = createStore(savedFade());

/** Seconds that songs fade into each other on this device; 0 when crossfade is off. */
export const crossfadeSeconds = chosen.get;
export const onCrossfadeChange = chosen.onChange;
export const useCrossfade = chosen.use;

function savedFade(): number {
  const seconds = Number(readStored('localStorage', KEY));
  return FADES.some((one) => one === seconds) ? seconds : 0;
}

/** Sets the crossfade on this device to so many seconds; 0 turns it off. */
export function chooseCrossfade(seconds: number): void {
  chosen.set(seconds);
  writeStored('localStorage', KEY, seconds === 0 ? null : String(seconds));
}
