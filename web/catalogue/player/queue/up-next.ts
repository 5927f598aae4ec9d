import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { PlayerState } from '../player-state.ts';

/**
 * Seconds before the end of a queue at which a next track is needed: time to load a recommendation and to preload it.
 */
export const PREFETCH_SECONDS = 25;

/**
 * Whether to add a recommendation to this queue now: when its last track is near its end, or from the beginning if that
 * track was recommended itself, so that it can be skipped.
 * @param remaining seconds of the track
 */
export const isRecommendationDue = (
  state: Pick<PlayerState, 'queue' | 'index' | 'status' | 'repeat'>,
  { remaining, isRecommended }: { remaining: number; isRecommended: boolean },
): boolean =>
  state.status === 'playing' &&
  state.repeat === 'off' &&
  state.index >= 0 &&
  state.index + 1 === state.queue.length &&
  (isRecommended || remaining <= PREFETCH_SECONDS);

/** Whether the queue ended with this track without an error. */
export const hasEndedWith = (state: Pick<PlayerState, 'status' | 'error' | 'queue' | 'index'>, id: string): boolean =>
  state.status === 'stopped' &&
  state.error === null &&
  state.queue[state.index]?.id === id &&
  state.index + 1 === state.queue.length;

/**
 * The first offered item that may follow the queue: it can be played, is not in the queue, and is another musician's.
 */
export function chooseRecommendation<One extends { media: MediaSummary }>(
  state: Pick<PlayerState, 'queue' | 'index'>,
  offered: readonly One[],
): One | null {
  const track = state.queue[state.index];
  const inQueue = new Set(state.queue.map(({ id }) => id));
  const fits = ({ media }: One) =>
    media.sources.length > 0 && !inQueue.has(media.id) && media.musician.id !== track?.musician.id;
  return offered.find(fits) ?? null;
}
