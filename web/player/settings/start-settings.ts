import { rememberPositions } from './playback-positions.ts';
import { restoreSleepTimer } from './sleep-timer.ts';
import { restoreSpeed } from './speed.ts';
import { followOtherTabs } from './volume.ts';

let started = false;

/**
 * Before the engine starts and the first track is loaded: how it is to be played. Once for a page, as the engine: a player
 * that is opened again has all of it.
 */
export function startSettings(): void {
  if (started) return;
  started = true;
  restoreSpeed();
  restoreSleepTimer();
  rememberPositions();
  followOtherTabs();
}
