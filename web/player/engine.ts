import type { MediaSummary } from '@scoville/contract/media.ts';
import { type Origin, stats } from '@scoville/contract/listening-events.ts';
import { call } from '../lib/call.ts';
import { toast } from '../ui/toasts.ts';
import { createLevel } from './amplifier.ts';
import { readClock, setClock } from './clock.ts';
import { adPort } from './ad-port.ts';
import { fetchMedia, refreshMediaUrls } from './refresh-media-urls.ts';
import { crossfadeWhenChosen } from './crossfade/when-chosen.ts';
import { endListen, handOverListen, noteHeard } from './heard.ts';
import { isTicking, nextPlayer } from './next-player.ts';
import { playOrigin } from './play-origin.ts';
import { TICK } from './tick.ts';
import { type PlayerEffect, currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState, setMachine } from './player.ts';
import { createPreload } from './preload-next.ts';
import { isRecommended } from './queue/recommended.ts';
import { soundInOneTab } from './queue/one-tab.ts';
import { following } from './queue/queue-turns.ts';
import { createStallWatch } from './stall-watch.ts';
import { STOPPED } from './stopped.ts';
import { HLS } from './sources.ts';
import { mediaElement, setTrackStart, trackTime } from './media-element.ts';
import { createAtHand } from './loading/at-hand.ts';
import { beginning } from './loading/beginning.ts';
import { createExpectation } from './loading/expectation.ts';
import { maySpendBytes } from './loading/may-spend-bytes.ts';
import { sourcesFor } from './loading/source-of.ts';
import { createTrackLoader } from './loading/track-loader.ts';
import { placeTrack } from './place-track.ts';
import { askPosition } from './settings/playback-positions.ts';
import { sleepsNow } from './settings/sleep-timer.ts';
import { isUnfinished } from './unfinished.ts';

/** Seconds before the end at which the next track begins to load. */
const PRELOAD_BEFORE = 15;

let started = false;

/** Carries the state machine's effects out on the media element, and reports what happened there; decides nothing. */
export function startEngine(): void {
  if (started) return;
  started = true;
  const element = mediaElement();
  const level = createLevel(element);
  /** The queue that plays, and where it was begun. */
  let begun: { count: number; origin: Origin } = { count: 0, origin: 'page' };
  const sourceOf = sourcesFor(element);
  const urlOf = (media: MediaSummary) => sourceOf(media, true)?.url ?? null;

  const fileOf = (media: MediaSummary) => {
    const source = sourceOf(media, false);
    return source?.type === HLS ? null : (source?.url ?? null);
  };

  const crossfade = crossfadeWhenChosen({
    element,
    level,
    urlOf: fileOf,
    // The track's end is heard apart from the element, beside what it plays from now on.
    goOn: () => {
      const listen = handOverListen();
      dispatch({ type: 'ended' });
      return listen;
    },
  });

  const play = () => {
    element.play().catch((error: unknown) => {
      // A browser that plays only after a click: the play button waits for it. Other refusals come as an error event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') dispatch({ type: 'pause' });
    });
  };

  const intended = createAtHand(beginning);
  const upcoming = createAtHand(beginning);
  const expect = createExpectation({ sourceOf, askPosition, expectGain: level.expect, prepare: intended.prepare });
  const loader = createTrackLoader({
    element,
    level,
    sourceOf,
    takeAhead: (url) => intended.take(url) ?? upcoming.take(url),
    play,
  });

  /** The next song sounds already: from now on it is the track. */
  const hasGoneOn = (): boolean => {
    const { status } = playerState();
    const joined = loader.joined();
    if (!joined?.hasCrossed() || status !== 'playing') return false;
    if (joined.nextId() !== currentTrack(playerState())?.id) return false;
    joined.cross();
    setTrackStart(joined.start());
    onTime();
    return true;
  };

  const preload = createPreload({
    urlOf,
    fileOf,
    prepareParts: (media) => {
      const source = sourceOf(media, true);
      if (source !== null && maySpendBytes() && !isUnfinished(media)) upcoming.prepare(source);
    },
    askPosition,
    refresh: fetchMedia,
    refreshed: (media) => dispatch({ type: 'read', ids: [], media: [media] }),
  });
  const preloadNext = () => {
    const next = playerState().queue[following(playerState()) ?? -1];
    if (next !== undefined) preload(next);
  };

  const perform = (effect: PlayerEffect) => {
    crossfade.heed(effect);
    switch (effect.do) {
      case 'load':
        if (hasGoneOn()) return;
        return loader.load(effect.at);
      case 'resume':
        return play();
      case 'pause':
        return element.pause();
      case 'rewind':
        return placeTrack(0);
      case 'unload':
        loader.unload();
        return setClock(0, readClock().duration);
      case 'refresh': {
        // What is loaded meanwhile, by a press or because the network is back, makes the answer needless.
        const current = loader.loads();
        const { played } = playerState();
        const isNeeded = () => {
          const { status, played: now } = playerState();
          return current === loader.loads() && !(effect.unlessHeard && (status !== 'playing' || now > played));
        };
        return void setTimeout(() => {
          if (!isNeeded()) return;
          const loaded = effect.unlessHeard ? currentTrack(playerState()) : null;
          const from = { urlOf, at: readClock().position, loaded: loaded && urlOf(loaded) };
          void refreshMediaUrls(effect.id, from).then((event) => isNeeded() && dispatch(event));
        }, effect.after * 1000);
      }
      case 'count': {
        const { id, musician } = effect.media;
        const origin = isRecommended(id) ? 'queue' : begun.origin;
        const body = { statTitle: 'play-media', musician: musician.id, media: id, origin };
        return void call(stats, { body }).catch((error: unknown) =>
          console.warn('A play could not be counted.', error),
        );
      }
      case 'say':
        return toast('error', effect.text);
      case 'adStarted':
      case 'adOver':
        return adPort.report(effect);
    }
  };

  const onTime = () => {
    if (!element.hasAttribute('src') || element.readyState === HTMLMediaElement.HAVE_NOTHING) return;
    const joined = loader.joined();
    if (joined?.hasCrossed() && playerState().status === 'playing') {
      endListen();
      return dispatch({ type: 'ended', last: sleepsNow() });
    }
    const duration =
      joined?.duration() ?? (Number.isFinite(element.duration) ? element.duration : readClock().duration);
    const position = Math.min(trackTime(), duration);
    setClock(position, duration);
    if (duration - position < PRELOAD_BEFORE + crossfade.lead() && !joined?.nextId()) preloadNext();
  };
  for (const name of ['timeupdate', 'durationchange', 'seeked']) element.addEventListener(name, onTime);
  element.addEventListener('ended', () => {
    endListen();
    dispatch({ type: 'ended', last: sleepsNow() });
  });
  addEventListener('pagehide', endListen);
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

  const hasStalled = createStallWatch();
  setInterval(() => {
    // An element that failed or is to be loaded anew has its own way; one that is not loaded yet may hang as well.
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
  soundInOneTab();
  onPlayerChange(() => {
    const { queue, begun: count } = playerState();
    if (count !== begun.count) begun = { count, origin: playOrigin(location, queue) };
    // Another song may follow now.
    loader.joined()?.look();
  });
  addEventListener('online', () => dispatch({ type: 'online' }));
  setMachine({ stopped: STOPPED, next: nextPlayer, perform, expect });
}
