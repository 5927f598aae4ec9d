import { choice } from './store.ts';
import { keep, kept } from './browser-storage.ts';

const KEY = 'player-keep-playing';

const keeps = choice(kept('localStorage', KEY) !== 'off');

export const keepsPlaying = keeps.get;
export const onKeepPlayingChange = keeps.onChange;
export const useKeepsPlaying = keeps.use;

/** Whether recommendations follow when a queue ends, on this device. */
export function chooseKeepPlaying(isOn: boolean): void {
  keeps.set(isOn);
  keep('localStorage', KEY, isOn ? null : 'off');
}
