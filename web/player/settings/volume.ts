import { choice } from './choice.ts';
import { keep, kept } from './kept.ts';

/** How loud the listener wants everything on this device. */
interface Volume {
  /** 0 to 100 of its levelled loudness, which is the most. */
  percent: number;
  muted: boolean;
}

const KEY = 'player-volume';
const STEP = 5;
const FULL: Volume = { percent: 100, muted: false };
/** Where sound comes back that was turned down to nothing. */
const MIDDLE = 50;

const chosen = choice(saved(kept('localStorage', KEY)));
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
  keep('localStorage', KEY, isFull ? null : `${percent}${muted ? ' muted' : ''}`);
}

/** Plays everything at so many percent on this device; whoever asks for a volume wants to hear it. */
export const setVolume = (percent: number): void =>
  choose({ percent: Math.round(Math.min(100, Math.max(0, percent))), muted: false });

/** A step louder or quieter. */
export const stepVolume = (by: 1 | -1): void => setVolume(chosen.get().percent + by * STEP);

export const isSilent = ({ percent, muted }: Volume): boolean => muted || percent === 0;

/** Silences everything, or lets it sound as it did before. */
export function toggleMute(): void {
  const { percent, muted } = chosen.get();
  if (percent === 0) setVolume(MIDDLE);
  else choose({ percent, muted: !muted });
}

/** The part of the amplitude that is left, 0 to 1: half of the way is a quarter, which is heard as about half as loud. */
export function volumePart(): number {
  const now = chosen.get();
  return isSilent(now) ? 0 : (now.percent / 100) ** 2;
}

/** The browser's other tabs are as loud as the one in which it was set. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // Null: everything was cleared.
    if (key === KEY || key === null) chosen.set(saved(newValue));
  });
}
