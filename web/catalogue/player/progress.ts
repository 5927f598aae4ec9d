import { readClock, setClock } from './clock.ts';
import { endListen } from './listen-tracker.ts';
import type { TrackLoader } from './loading/track-loader.ts';
import { setTrackStart, trackTime } from './player-element.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, playerState } from './player.ts';
import { stopAtTrackEnd } from './settings/sleep-timer.ts';

/** Seconds before the end at which the next track begins to load. */
const PRELOAD_BEFORE = 15;

interface NextTrack {
  /** Number of seconds before the end of the current track at which the next one is needed. */
  lead: () => number;
  /** Prepares the next track; called repeatedly while the current one nears its end. */
  preload: () => void;
}

interface Progress {
  /** If the next song of a join already sounds, makes it the current track and returns true. */
  crossJoin: () => boolean;
}

/** Reports how far the track has played, and that it has ended. */
export function followProgress(
  element: HTMLMediaElement,
  loader: Pick<TrackLoader, 'joined'>,
  next: NextTrack,
): Progress {
  const end = () => {
    endListen();
    dispatch({ type: 'ended', last: stopAtTrackEnd() });
  };

  const onTime = () => {
    if (!element.hasAttribute('src') || element.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const joined = loader.joined();
    if (joined?.hasCrossed() && playerState().status === 'playing') return end();
    const duration =
      joined?.duration() ?? (Number.isFinite(element.duration) ? element.duration : readClock().duration);
    const position = Math.min(trackTime(), duration);
    setClock(position, duration);
    if (duration - position < PRELOAD_BEFORE + next.lead() && !joined?.nextId()) next.preload();
  };

  for (const name of ['timeupdate', 'durationchange', 'seeked']) element.addEventListener(name, onTime);
  element.addEventListener('ended', end);
  addEventListener('pagehide', endListen);

  return {
    crossJoin: () => {
      const { status } = playerState();
      const joined = loader.joined();
      if (!joined?.hasCrossed() || status !== 'playing') return false;
      if (joined.nextId() !== currentTrack(playerState())?.id) return false;
      joined.cross();
      setTrackStart(joined.start());
      onTime();
      return true;
    },
  };
}
