import { createStore } from '../player/settings/store.ts';
import { writeStored, readStored } from '../player/settings/browser-storage.ts';

const KEY = 'player-captions';
const shown = createStore(readStored('localStorage', KEY) !== 'off');

/** Whether captions are shown on videos that have them. They are, unless the user turned them off on this device. */
export const useCaptionsShown = shown.use;

/** Shows or hides captions on this device. */
export function showCaptions(preference: boolean): void {
  shown.set(preference);
  writeStored('localStorage', KEY, preference ? null : 'off');
}

export const toggleCaptions = (): void => showCaptions(!shown.get());
