import { MediaSummary } from '@scoville/contract/media.ts';
import * as z from 'zod/mini';
import { readClock, setClock } from './clock.ts';
import { currentTrack } from './player-state.ts';
import { onPlayerChange, playerState, tell } from './player.ts';

const KEY = 'player';
/** So many tracks of a long queue are kept, from the current one on. */
const MOST = 50;
const Kept = z.object({ queue: z.array(MediaSummary).check(z.minLength(1)), at: z.number().check(z.nonnegative()) });

/** Brings back, paused, what was in the player before a reload; damaged content counts as none. */
export function restorePlayer(): void {
  if (currentTrack(playerState())) return;
  let kept: unknown;
  try {
    kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return;
  }
  const parsed = z.safeParse(Kept, kept);
  if (!parsed.success) return;
  const { queue, at } = parsed.data;
  setClock(at, queue[0]?.length ?? 0);
  tell({ type: 'restore', queue, index: 0, at });
}

/** Keeps the queue and the position in this tab whenever the track changes or the page goes away. */
export function keepPlayer(): () => void {
  let keptId: string | undefined;
  const keep = () => {
    const { queue, index } = playerState();
    const rest = index < 0 ? [] : queue.slice(index, index + MOST);
    try {
      if (rest.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ queue: rest, at: readClock().position }));
    } catch (error) {
      console.warn('The player could not be kept for a reload.', error);
    }
  };
  const onChange = () => {
    const id = currentTrack(playerState())?.id;
    if (id === keptId) return;
    keptId = id;
    keep();
  };
  onChange();
  const stop = onPlayerChange(onChange);
  addEventListener('pagehide', keep);
  return () => {
    stop();
    removeEventListener('pagehide', keep);
  };
}
