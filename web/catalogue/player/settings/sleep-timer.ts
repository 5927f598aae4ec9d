import { toast } from '../../../platform/ui/toasts.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { createStore } from './store.ts';
import { fieldsOf, isNumber, writeStored, readStoredValue } from './browser-storage.ts';

export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60, 90] as const;

/** When playback stops automatically: at a time (milliseconds of the clock), or at the end of the current track. */
type SleepTimer = { kind: 'off' } | { kind: 'end' } | { kind: 'at'; until: number; minutes: number };

const KEY = 'player-sleep-timer';
const OFF: SleepTimer = { kind: 'off' };
const timer = createStore<SleepTimer>(OFF);
let timeout: ReturnType<typeof setTimeout> | undefined;
let stopWaiting: (() => void) | undefined;

export const useSleepTimer = timer.use;

/** Sets the timer: to a number of minutes from now, to the end of the current track, or off. */
export function setSleepTimer(preference: number | 'end' | null): void {
  if (preference === null) return set(OFF);
  set(
    preference === 'end'
      ? { kind: 'end' }
      : { kind: 'at', until: Date.now() + preference * 60_000, minutes: preference },
  );
}

/**
 * Continues the timer that was set before a reload. A timer that ran out in the meantime is dropped, because a reload
 * stops playback, too.
 */
export function restoreSleepTimer(): void {
  const saved = readStoredValue('sessionStorage', KEY, readTimer);
  if (saved) set(saved.kind === 'at' && saved.until <= Date.now() ? OFF : saved);
}

/** Returns the stored timer, or null for damaged content. */
function readTimer(content: unknown): SleepTimer | null {
  const { kind, until, minutes } = fieldsOf(content);
  if (kind === 'end') return { kind };
  const known = SLEEP_MINUTES.find((one) => one === minutes);
  return kind === 'at' && isNumber(until) && known ? { kind, until, minutes: known } : null;
}

function set(next: SleepTimer): void {
  clearTimeout(timeout);
  stopWaiting?.();
  stopWaiting = undefined;
  timer.set(next);
  writeStored('sessionStorage', KEY, next.kind === 'off' ? null : JSON.stringify(next));
  if (next.kind === 'at') timeout = setTimeout(fallAsleep, next.until - Date.now());
}

/** Whether playback should stop after the current track. */
export const isTimerSetToTrackEnd = (): boolean => timer.get().kind === 'end';

/**
 * Ends the timer, with a message, if it was set to the end of the track that has just ended. Returns whether playback
 * stops.
 */
export function stopAtTrackEnd(): boolean {
  if (!isTimerSetToTrackEnd() || playerState().status !== 'playing') return false;
  finishTimer();
  return true;
}

function fallAsleep(): void {
  // An advertisement plays to its end, but the music after it does not begin.
  if (playerState().status === 'ad') {
    stopWaiting = onPlayerChange(() => {
      if (playerState().status === 'ad') return;
      stopWaiting?.();
      fallAsleep();
    });
    return;
  }
  const wasPlaying = playerState().status === 'playing';
  dispatch({ type: 'pause' });
  if (wasPlaying) finishTimer();
  else setSleepTimer(null);
}

function finishTimer(): void {
  setSleepTimer(null);
  toast('info', 'The sleep timer has stopped playback.');
}
