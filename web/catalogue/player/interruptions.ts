import type { TrackLoader } from './loading/track-loader.ts';
import { dispatch, playerState } from './player.ts';

/** Reports that the element failed, or was paused from outside the page. */
export function reportInterruptions(
  element: HTMLMediaElement,
  loader: Pick<TrackLoader, 'isInParts' | 'joined'>,
): void {
  element.addEventListener('error', () => {
    if (!element.hasAttribute('src') || loader.isInParts()) return;
    const joined = loader.joined();
    if (joined) joined.refused();
    else dispatch({ type: 'failed' });
  });
  // The element was paused from outside the page (a headset, the system). An element also pauses at its end and after
  // an error. The event arrives later than the pause, so when the element plays again by then, the pause is over.
  element.addEventListener('pause', () => {
    if (playerState().status !== 'playing') return;
    if (element.paused && !element.ended && element.error === null && element.hasAttribute('src'))
      dispatch({ type: 'pause' });
  });
}
