import { adPort } from './ad-port.ts';
import { readClock } from './clock.ts';
import { noteHeard } from './listen-tracker.ts';
import type { TrackLoader } from './loading/track-loader.ts';
import { isTicking } from './next-player.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playerState } from './player.ts';
import { createStallWatch } from './stall-watch.ts';
import { TICK } from './tick.ts';

/** Reports the playing time that passes, and playback that has stalled. */
export function startTicker(element: HTMLMediaElement, loader: Pick<TrackLoader, 'loads'>): void {
  const hasStalled = createStallWatch();
  setInterval(() => {
    // A failed or reloading element is handled elsewhere. One that has not loaded yet may stall as well, so it counts.
    const plays = playerState().status === 'playing' && !element.ended && element.error === null;
    if (hasStalled({ plays, position: element.currentTime, load: loader.loads() }, performance.now()))
      dispatch({ type: 'stalled' });
    const isAudible = !element.paused && !element.seeking && element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
    if (!isTicking(playerState(), isAudible, adPort.isShown())) return;
    const { position, duration } = readClock();
    const track = currentTrack(playerState());
    if (track !== null) noteHeard(track, position, duration);
    dispatch({ type: 'tick', duration });
  }, TICK * 1000);
}
