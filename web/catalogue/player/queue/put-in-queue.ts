import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { currentTrack } from '../player-state.ts';
import { dispatch, playerState, whenReady } from '../player.ts';

/**
 * Puts media into the queue, after the current track or at the end, and shows a message. Items that cannot be played
 * yet are skipped, and items already in the queue are moved. In an empty player the first item waits for a press.
 */
export function putInQueue(media: readonly MediaSummary[], where: 'next' | 'last'): void {
  const playable = media.filter(({ sources }) => sources.length > 0);
  const [first] = playable;
  if (first === undefined) return toast('info', 'This cannot be played yet.');
  whenReady(() => {
    const isOnlyCurrent = playable.every(({ id }) => id === currentTrack(playerState())?.id);
    if (isOnlyCurrent) return toast('info', `“${first.title}” is already playing.`);
    dispatch({ type: 'enqueue', media: playable, where });
    const what = playable.length === 1 ? `“${first.title}”` : `${playable.length} tracks`;
    const follows = playable.length === 1 ? 'plays' : 'play';
    toast('success', where === 'next' ? `${what} ${follows} next.` : `${what} added to the queue.`);
  });
}
