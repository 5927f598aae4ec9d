import type { MediaSummary } from '@scoville/contract/media.ts';
import { placeWithin } from '@scoville/contract/player.ts';
import { type Origin, stats } from '@scoville/contract/stats.ts';
import type Hls from 'hls.js';
import { call } from '../lib/call.ts';
import { toast } from '../ui/toasts.tsx';
import { createLevel } from './amplifier.ts';
import { readClock, setClock } from './clock.ts';
import { levelledGain } from './loudness.ts';
import { adPort } from './ad-port.ts';
import { fetchMedia, refreshMediaUrls } from './refresh-media-urls.ts';
import { crossfadeWhenChosen } from './crossfade/when-chosen.ts';
import { endListen, handOverListen, noteHeard } from './heard.ts';
import { isTicking, nextPlayer } from './next-player.ts';
import { playOrigin } from './play-origin.ts';
import { TICK } from './tick.ts';
import { type Place, type PlayerEffect, currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState, setMachine } from './player.ts';
import { createPreload } from './preload-next.ts';
import { isRecommended } from './queue/recommended.ts';
import { soundInOneTab } from './queue/one-tab.ts';
import { following } from './queue/queue-turns.ts';
import { createStallWatch } from './stall-watch.ts';
import { STOPPED } from './stopped.ts';
import { HLS, chooseSource } from './sources.ts';
import type { GaplessPlayback } from './gapless/start-gapless.ts';
import { gaplessNext } from './gapless/can-play-gapless.ts';
import { mediaElement, setTrackStart, setTrackTime, trackTime } from './media-element.ts';
import { offerQuality } from './settings/picture-quality.ts';
import { askPosition, placeOf } from './settings/playback-positions.ts';
import { sleepsNow } from './settings/sleep-timer.ts';

/** Seconds before the end at which the next track begins to load. */
const PRELOAD_BEFORE = 15;
const isSafari = /^((?!chrome|android).)*safari/i.test(navigator.userAgent);

let started = false;
/** The second that somebody went to while the track is on its way, and has no source yet to seek in. */
let seekMeanwhile: { to: number | null } = { to: null };

/** Carries the state machine's effects out on the media element, and reports what happened there; decides nothing. */
export function startEngine(): void {
  if (started) return;
  started = true;
  const element = mediaElement();
  const level = createLevel(element);
  let hls: Hls | null = null;
  /** What plays while songs join without a gap; null while each track is played by itself. */
  let joined: GaplessPlayback | null = null;
  /** The queue that plays, and where it was begun. */
  let begun: { count: number; origin: Origin } = { count: 0, origin: 'page' };
  /** Counts loads, so that one that was overtaken ends. */
  let loads = 0;

  const sourceOf = (media: MediaSummary, hlsWorks: boolean) =>
    chooseSource(media.sources, {
      plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
      hls: hlsWorks,
      prefersMp4: isSafari,
    });

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

  const unload = () => {
    loads += 1;
    hls?.destroy();
    hls = null;
    joined?.close();
    joined = null;
    setTrackStart(0);
    element.removeAttribute('src');
    element.load();
  };

  const play = () => {
    element.play().catch((error: unknown) => {
      // A browser that plays only after a click: the play button waits for it. Other refusals come as an error event.
      if (error instanceof DOMException && error.name === 'NotAllowedError') dispatch({ type: 'pause' });
    });
  };

  const startOf = (at: Place): number | Promise<number> => {
    if (at === 'here') return readClock().position;
    if (at !== 'left') return at;
    const track = currentTrack(playerState());
    return track === null ? 0 : placeOf(track);
  };

  const begin = async (where: Place) => {
    const start = startOf(where);
    if (typeof start === 'number') return load(start);
    // The account is asked: what sounded before is over.
    unload();
    setClock(0, currentTrack(playerState())?.length ?? 0);
    seekMeanwhile = { to: null };
    const current = loads;
    const at = await start;
    if (current === loads) return load(seekMeanwhile.to ?? at);
  };

  const load = async (place: number) => {
    const track = currentTrack(playerState());
    unload();
    if (track === null) return;
    const at = placeWithin(place, track.length);
    const meanwhile: typeof seekMeanwhile = { to: null };
    seekMeanwhile = meanwhile;
    const start = () => meanwhile.to ?? at;
    const current = loads;
    setClock(at, track.length ?? 0);
    // A song that another joins comes out of one source with it from its beginning on. Safari, where nobody has heard
    // it yet, forgets the click that allows it to play while others are asked.
    const run = isSafari || gaplessNext(track) === null ? null : await join(track, at);
    if (current !== loads) return run?.close();
    if (run !== null) {
      joined = run;
      element.poster = '';
      level.set(levelledGain(run.loudness), run.url);
      element.src = run.url;
      if (start() > 0) element.currentTime = start();
      if (playerState().status === 'playing') play();
      return;
    }
    const library = track.sources.some(({ type }) => type === HLS) ? (await import('hls.js')).default : null;
    if (current !== loads) return;
    const source = sourceOf(track, library?.isSupported() ?? false);
    if (source === null) {
      dispatch({ type: 'failed' });
      return;
    }
    level.set(levelledGain(track.loudness), source.url);
    // Until its first picture is there; a song has none.
    element.poster = track.mediaType === 'video' ? (track.poster ?? '') : '';
    if (source.type === HLS && library?.isSupported()) {
      hls = new library({ startPosition: start() });
      hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && dispatch({ type: 'failed' }));
      offerQuality(hls, library);
      hls.loadSource(source.url);
      hls.attachMedia(element);
    } else {
      element.src = source.url;
      if (start() > 0) element.currentTime = start();
    }
    if (playerState().status === 'playing') play();
  };

  /** Begins a run of songs that join; null when this one is to be played by itself. */
  const join = async (track: MediaSummary, at: number): Promise<GaplessPlayback | null> => {
    try {
      const { startGapless } = await import('./gapless/start-gapless.ts');
      return await startGapless(element, track, at, {
        next: gaplessNext,
        refresh: fetchMedia,
        // A file is asked for anew as any other; what this browser cannot join it plays song by song.
        failed: (why) => {
          if (why === 'file') dispatch({ type: 'failed' });
          else void load(readClock().position);
        },
      });
    } catch (error) {
      console.warn('Songs are not joined.', error);
      return null;
    }
  };

  /** The next song sounds already: from now on it is the track. */
  const hasGoneOn = (): boolean => {
    const { status } = playerState();
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
        return void begin(effect.at).catch((error: unknown) => {
          // The part that plays videos could not be fetched.
          console.warn('The track could not be loaded.', error);
          dispatch({ type: 'failed' });
        });
      case 'resume':
        return play();
      case 'pause':
        return element.pause();
      case 'rewind':
        return placeTrack(0);
      case 'unload':
        unload();
        return setClock(0, readClock().duration);
      case 'refresh': {
        // What is loaded meanwhile, by a press or because the network is back, makes the answer needless.
        const current = loads;
        const { played } = playerState();
        const isNeeded = () => {
          const { status, played: now } = playerState();
          return current === loads && !(effect.unlessHeard && (status !== 'playing' || now > played));
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
    if (!element.hasAttribute('src') || hls !== null) return;
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
    if (hasStalled({ plays, position: element.currentTime, load: loads }, performance.now()))
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
    joined?.look();
  });
  addEventListener('online', () => dispatch({ type: 'online' }));
  setMachine({ stopped: STOPPED, next: nextPlayer, perform });
}

/** Goes to a second of the track, within it, for whoever listens to it; while an advertisement plays, nobody does. */
export function seekTo(seconds: number): void {
  if (playerState().status !== 'ad') placeTrack(seconds);
}

/** Has the track go on from a second, or begin there once the advertisement before it is over. */
export function placeTrack(seconds: number): void {
  const { duration } = readClock();
  const element = mediaElement();
  const at = Math.min(Math.max(0, seconds), duration > 0 ? duration : seconds);
  if (element.hasAttribute('src')) setTrackTime(at);
  else if (playerState().status === 'stopped') return;
  else seekMeanwhile.to = at;
  setClock(at, duration);
}
