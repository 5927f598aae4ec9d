import { MediaSummary } from '@scoville/contract/media.ts';
import * as z from 'zod/mini';
import { readClock, setClock } from './clock.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState } from './player.ts';

const KEY = 'player';
/** So many tracks of a long queue are saved, from the current one on. */
const MOST = 50;
const Saved = z.object({ queue: z.array(MediaSummary).check(z.minLength(1)), at: z.number().check(z.nonnegative()) });

/** Restores, paused, what was in the player before a reload; damaged content counts as none. */
export function restorePlayer(): void {
  if (currentTrack(playerState())) return;
  let stored: unknown;
  try {
    stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return;
  }
  const parsed = z.safeParse(Saved, stored);
  if (!parsed.success) return;
  const { queue, at } = parsed.data;
  setClock(at, queue[0]?.length ?? 0);
  dispatch({ type: 'restore', queue, index: 0, at });
}

/** Saves the queue and the position for this tab whenever the track changes or the page goes away. Returns what stops it. */
export function persistPlayer(): () => void {
  let savedId: string | undefined;
  const save = () => {
    const { queue, index } = playerState();
    const rest = index < 0 ? [] : queue.slice(index, index + MOST);
    try {
      if (rest.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ queue: rest, at: readClock().position }));
    } catch (error) {
      console.warn('The player could not be saved for a reload.', error);
    }
  };
  const onChange = () => {
    const id = currentTrack(playerState())?.id;
    if (id === savedId) return;
    savedId = id;
    save();
  };
  onChange();
  const stop = onPlayerChange(onChange);
  addEventListener('pagehide', save);
  return () => {
    stop();
    removeEventListener('pagehide', save);
  };
}
