import { createStore } from './store.ts';
import { writeStored, readStored } from './browser-storage.ts';

const KEY = 'player-keep-playing';

const keeps = createStore(readStored('localStorage', KEY) !== 'off');

export const keepsPlaying = keeps.get;
export const onKeepPlayingChange = keeps.onChange;
export const useKeepsPlaying = keeps.use;

/** Whether recommendations follow when a queue ends, on this device. */
export function chooseKeepPlaying(isOn: boolean): void {
  keeps.set(isOn);
  writeStored('localStorage', KEY, isOn ? null : 'off');
}
