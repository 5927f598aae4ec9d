import { rememberPositions } from './playback-positions.ts';
import { restoreSleepTimer } from './sleep-timer.ts';
import { restoreSpeed } from './speed.ts';
import { followOtherTabs } from './volume.ts';

/** Before the engine starts and the first track is loaded: how it is to be played. */
export function startSettings(): void {
  restoreSpeed();
  restoreSleepTimer();
  rememberPositions();
  followOtherTabs();
}
