import type { MediaSummary } from '@scoville/contract/media.ts';
import type { PlayerState } from '../player-state.ts';

/** Seconds before the end of a queue from which on something is to follow: time to ask, and to load it ahead. */
export const PREFETCH_SECONDS = 25;

/**
 * Is a recommendation to be added to this queue now? While its last track plays towards its end; while that is one that
 * was recommended itself from its beginning on, so that it can be skipped.
 * @param remaining seconds of the track
 */
export const isDue = (
  state: Pick<PlayerState, 'queue' | 'index' | 'status' | 'repeat'>,
  { remaining, isRecommended }: { remaining: number; isRecommended: boolean },
): boolean =>
  state.status === 'playing' &&
  state.repeat === 'off' &&
  state.index >= 0 &&
  state.index + 1 === state.queue.length &&
  (isRecommended || remaining <= PREFETCH_SECONDS);

/** Did the queue end with this track, by itself and without an error? */
export const hasEndedWith = (state: Pick<PlayerState, 'status' | 'error' | 'queue' | 'index'>, id: string): boolean =>
  state.status === 'stopped' &&
  state.error === null &&
  state.queue[state.index]?.id === id &&
  state.index + 1 === state.queue.length;

/** The first of these that may follow the queue: it can be played, stands nowhere in it, and is another musician's. */
export function firstToFollow<One extends { media: MediaSummary }>(
  state: Pick<PlayerState, 'queue' | 'index'>,
  offered: readonly One[],
): One | null {
  const track = state.queue[state.index];
  const inQueue = new Set(state.queue.map(({ id }) => id));
  const fits = ({ media }: One) =>
    media.sources.length > 0 && !inQueue.has(media.id) && media.musician.id !== track?.musician.id;
  return offered.find(fits) ?? null;
}
