import { toast } from '../../ui/toasts.tsx';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { choice } from './choice.ts';

export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60, 90] as const;

/** When playing ends by itself: at a moment (milliseconds of the clock), or with the track that plays. */
type SleepTimer = { kind: 'off' } | { kind: 'end' } | { kind: 'at'; until: number; minutes: number };

const OFF: SleepTimer = { kind: 'off' };
const timer = choice<SleepTimer>(OFF);
let timeout: ReturnType<typeof setTimeout> | undefined;
let stopWaiting: (() => void) | undefined;

export const useSleepTimer = timer.use;

/** Sets the timer anew: to minutes from now, to the end of this track, or to nothing. */
export function setSleepTimer(wish: number | 'end' | null): void {
  clearTimeout(timeout);
  stopWaiting?.();
  stopWaiting = undefined;
  if (wish === null) return timer.set(OFF);
  if (wish === 'end') return timer.set({ kind: 'end' });
  timer.set({ kind: 'at', until: Date.now() + wish * 60_000, minutes: wish });
  timeout = setTimeout(fallAsleep, wish * 60_000);
}

/** Is nothing to follow the track that plays? */
export const sleepsAtEnd = (): boolean => timer.get().kind === 'end';

/** Does playing end with the track that has just ended? Says so, once. */
export function sleepsNow(): boolean {
  if (!sleepsAtEnd() || playerState().status !== 'playing') return false;
  over();
  return true;
}

function fallAsleep(): void {
  // An advertisement is heard to its end: the music after it does not begin.
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
  if (wasPlaying) over();
  else setSleepTimer(null);
}

function over(): void {
  setSleepTimer(null);
  toast('info', 'The sleep timer has stopped playback.');
}
