import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playableQueue, playerState, whenReady } from './player.ts';

/**
 * Plays a whole list, starting with one of its items, and never pauses it. A track that is already in the player
 * continues at its position, within this list.
 */
export function playWhole(media: readonly MediaSummary[], id: string): void {
  const { queue, index } = playableQueue(media, id);
  if (index < 0) return;
  whenReady(() => {
    const state = playerState();
    const isOver = state.status === 'stopped' && state.lostWhile === null;
    if (isOver || currentTrack(state)?.id !== id) return dispatch({ type: 'play', queue, index });
    dispatch({ type: 'requeue', queue });
    dispatch({ type: 'resume' });
  });
}
