import { createStore } from './store.ts';
import { writeStored, readStored } from './browser-storage.ts';

/** The volume that the listener chose for everything on this device. */
interface Volume {
  /** 0 to 100 percent of the levelled loudness, which is the maximum. */
  percent: number;
  muted: boolean;
}

const KEY = 'player-volume';
const STEP = 5;
const FULL: Volume = { percent: 100, muted: false };
/** The volume after unmuting sound that was turned down to 0. */
const MIDDLE = 50;

const chosen = createStore(saved(readStored('localStorage', KEY)));
export const volume = chosen.get;
export const onVolumeChange = chosen.onChange;
export const useVolume = chosen.use;

function saved(text: string | null): Volume {
  const [, percent, muted] = /^(\d{1,3})( muted)?$/.exec(text ?? '') ?? [];
  return percent === undefined || Number(percent) > 100
    ? FULL
    : { percent: Number(percent), muted: muted !== undefined };
}

function choose({ percent, muted }: Volume): void {
  chosen.set({ percent, muted });
  const isFull = percent === FULL.percent && !muted;
  writeStored('localStorage', KEY, isFull ? null : `${percent}${muted ? ' muted' : ''}`);
}

/**
 * Sets the volume of everything on this device in percent. It also unmutes, because a listener who sets a volume wants
 * to hear it.
 */
export const setVolume = (percent: number): void =>
  choose({ percent: Math.round(Math.min(100, Math.max(0, percent))), muted: false });

/** Makes it one step louder or quieter. */
export const stepVolume = (by: 1 | -1): void => setVolume(chosen.get().percent + by * STEP);

export const isSilent = ({ percent, muted }: Volume): boolean => muted || percent === 0;

/** Mutes everything, or unmutes it. */
export function toggleMute(): void {
  const { percent, muted } = chosen.get();
  if (percent === 0) setVolume(MIDDLE);
  else choose({ percent, muted: !muted });
}

/**
 * The amplitude factor, 0 to 1. Half of the slider is a quarter of the amplitude, which is heard as about half as loud.
 */
export function volumePart(): number {
  const now = chosen.get();
  return isSilent(now) ? 0 : (now.percent / 100) ** 2;
}

/** Applies volume changes from other tabs of this browser. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // Null: the whole storage was cleared.
    if (key === KEY || key === null) chosen.set(saved(newValue));
  });
}
