import { rememberPositions } from './playback-positions.ts';
import { restoreSleepTimer } from './sleep-timer.ts';
import { restoreSpeed } from './speed.ts';
import { followOtherTabs } from './volume.ts';

let started = false;

/**
 * Restores the playback settings before the engine starts and the first track is loaded. Runs once per page, like the
 * engine; a reopened player keeps everything.
 */
export function startSettings(): void {
  if (started) return;
  started = true;
  restoreSpeed();
  restoreSleepTimer();
  rememberPositions();
  followOtherTabs();
}
