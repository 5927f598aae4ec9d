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
  // Somebody else (a headset, the system) stopped it; an element also pauses at its end and after an error. The event
  // comes later than the pause: one that finds the element playing again is of a pause that is over.
  element.addEventListener('pause', () => {
    if (playerState().status !== 'playing') return;
    if (element.paused && !element.ended && element.error === null && element.hasAttribute('src'))
      dispatch({ type: 'pause' });
  });
}
