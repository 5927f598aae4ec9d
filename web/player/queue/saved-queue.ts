import type { PlayerState } from '../player-state.ts';

/** So many tracks of a long queue are saved, from a little before the current one on. */
const MOST = 200;
const BEFORE = 50;

/** The part of a queue that is worth saving, and the place of the current track in it. */
export function savedPart({
  queue,
  index,
}: Pick<PlayerState, 'queue' | 'index'>): Pick<PlayerState, 'queue' | 'index'> {
  const first = queue.length <= MOST ? 0 : Math.max(0, Math.min(index - BEFORE, queue.length - MOST));
  return { queue: queue.slice(first, first + MOST), index: index - first };
}

/** Is something else to be saved now than before? Not what changes with every tick. */
export const isSavedAlike = (one: PlayerState, other: PlayerState): boolean =>
  one.queue === other.queue &&
  one.index === other.index &&
  one.repeat === other.repeat &&
  one.shuffle === other.shuffle;
