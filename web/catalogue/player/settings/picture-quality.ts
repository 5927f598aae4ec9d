import type Hls from 'hls.js';
import { createStore } from './store.ts';
import { writeStored, readStored } from './browser-storage.ts';
import { levelFor } from './level-for.ts';

const KEY = 'player-picture';

interface Quality {
  /** The heights in which this video is available, largest first; empty while the listener has no choice. */
  heights: readonly number[];
  /** The height that is shown now. */
  shown: number | null;
}

const NONE: Quality = { heights: [], shown: null };
const quality = createStore<Quality>(NONE);
/** Null is automatic: the connection decides. */
const preferredHeight = createStore<number | null>(savedHeight());
let current: Hls | null = null;

export const useQuality = quality.use;
export const usePreferredHeight = preferredHeight.use;

function savedHeight(): number | null {
  const height = Number(readStored('localStorage', KEY));
  return Number.isInteger(height) && height > 0 ? height : null;
}

/** Sets the height for videos on this device; null lets the connection decide. */
export function chooseHeight(height: number | null): void {
  preferredHeight.set(height);
  writeStored('localStorage', KEY, height === null ? null : String(height));
  if (current) current.nextLevel = levelFor(current.levels, height);
}

/** Loads a video at the height that is chosen on this device. */
export function preferHeight(hls: Hls, { Events }: typeof Hls): void {
  const prefer = () => {
    const level = levelFor(hls.levels, preferredHeight.get());
    if (hls.manualLevel !== level) hls.nextLevel = level;
  };
  hls.on(Events.MANIFEST_PARSED, prefer);
  // The manifest may have been parsed ahead.
  if (hls.levels.length > 0) prefer();
}

/** Offers the heights of the video in the player until it is unloaded. */
export function offerQuality(hls: Hls, library: typeof Hls): void {
  const { Events } = library;
  current = hls;
  const offer = () => {
    const heights = [...new Set(hls.levels.map(({ height }) => height))].filter((height) => height > 0);
    quality.set({ heights: heights.toSorted((one, other) => other - one), shown: null });
  };
  hls.on(Events.MANIFEST_PARSED, offer);
  if (hls.levels.length > 0) offer();
  preferHeight(hls, library);
  hls.on(Events.LEVEL_SWITCHED, (_event, { level }) =>
    quality.set({ ...quality.get(), shown: hls.levels[level]?.height ?? null }),
  );
  hls.on(Events.DESTROYING, () => {
    if (current !== hls) return;
    current = null;
    quality.set(NONE);
  });
}
