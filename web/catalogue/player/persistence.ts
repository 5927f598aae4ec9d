import { isToSound } from './actions.ts';
import { readClock, setClock } from './clock.ts';
import { type PlayerState, currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState } from './player.ts';
import { MOST_IDS, MOST_TRACKS, isSavedAlike, packQueue, unpackQueue } from './queue/saved-queue.ts';
import type { SavedPlayer } from './saved-player.ts';
import { PLAYER_KEY } from './has-saved-player.ts';

let restored: number | null = null;

/** Whether the queue was restored by a reload and has not been played since, even if it can no longer be played. */
export const isWaitingSinceReload = (state: PlayerState): boolean =>
  state.begun === restored && !isToSound(state) && state.played === 0;

/** Restores the saved queue, paused. */
export function restorePlayer(saved: SavedPlayer): void {
  if (currentTrack(playerState())) return;
  const { at, repeat } = saved;
  const { queue, index, shuffle } = unpackQueue(saved);
  const track = queue[index];
  if (track === undefined) return;
  setClock(at, track.length ?? 0);
  dispatch({ type: 'restore', queue, index, at, repeat, shuffle });
  restored = playerState().begun;
}

/**
 * Saves the queue and the position for this tab when the track or the queue changes and when the page is left. Returns
 * a function that stops this.
 */
export function persistPlayer(): () => void {
  let saved = playerState();
  const save = () => {
    const state = playerState();
    saved = state;
    const place = { at: readClock().position, repeat: state.repeat };
    const write = (most: number) =>
      sessionStorage.setItem(PLAYER_KEY, JSON.stringify({ ...packQueue(state, most), ...place }));
    try {
      if (currentTrack(state) === null) return sessionStorage.removeItem(PLAYER_KEY);
      try {
        write(MOST_IDS);
      } catch {
        // The tab's storage is too full for the whole queue. A part of it is better than the previous state.
        write(MOST_TRACKS);
      }
    } catch (error) {
      console.warn('The player could not be saved for a reload.', error);
    }
  };
  const onChange = () => {
    if (!isSavedAlike(saved, playerState())) save();
  };
  save();
  const stop = onPlayerChange(onChange);
  addEventListener('pagehide', save);
  // A phone may end a hidden page without further events.
  addEventListener('visibilitychange', save);
  return () => {
    stop();
    removeEventListener('pagehide', save);
    removeEventListener('visibilitychange', save);
  };
}
