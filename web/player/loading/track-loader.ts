import type { MediaSummary } from '@scoville/contract/media.ts';
import { placeWithin } from '@scoville/contract/player.ts';
import type Hls from 'hls.js';
import type { Level } from '../amplifier.ts';
import { readClock, setClock } from '../clock.ts';
import { gaplessNext } from '../gapless/can-play-gapless.ts';
import type { GaplessPlayback } from '../gapless/start-gapless.ts';
import { levelledGain } from '../loudness.ts';
import { setTrackStart } from '../media-element.ts';
import { onItsWay } from '../place-track.ts';
import { dispatch, playerState } from '../player.ts';
import { type Place, currentTrack } from '../player-state.ts';
import { fetchMedia } from '../refresh-media-urls.ts';
import { offerQuality } from '../settings/picture-quality.ts';
import { placeOf } from '../settings/playback-positions.ts';
import { HLS } from '../sources.ts';
import { type Library, createHls, fetchHls, hlsHere } from './hls-library.ts';
import { type SourceOf, isSafari } from './source-of.ts';

interface Player {
  element: HTMLVideoElement;
  level: Level;
  sourceOf: SourceOf;
  /** The beginning of a video that was loaded ahead, if it was. */
  takeAhead: (url: string) => Hls | null;
  play: () => void;
}

/** Has the element load tracks. */
export interface TrackLoader {
  /** Loads the current track from a place on; it sounds as soon as it can, if the player is to. */
  load: (where: Place) => void;
  unload: () => void;
  /** Counts loads, so that what was overtaken ends. */
  loads: () => number;
  /** What plays while songs join without a gap; null while each track is played by itself. */
  joined: () => GaplessPlayback | null;
  /** Is it a video in parts? The element's own errors are not those of the track then. */
  isInParts: () => boolean;
}

export function createTrackLoader({ element, level, sourceOf, takeAhead, play }: Player): TrackLoader {
  let hls: Hls | null = null;
  let joined: GaplessPlayback | null = null;
  let loads = 0;

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

  const startOf = (at: Place): number | Promise<number> => {
    if (at === 'here') return readClock().position;
    if (at !== 'left') return at;
    const track = currentTrack(playerState());
    return track === null ? 0 : placeOf(track);
  };

  const begin = async (where: Place) => {
    const start = startOf(where);
    if (typeof start === 'number') return loadFrom(start);
    // The account is asked: what sounded before is over.
    unload();
    setClock(0, currentTrack(playerState())?.length ?? 0);
    const meanwhile = onItsWay();
    const current = loads;
    const at = await start;
    if (current === loads) return loadFrom(meanwhile.to ?? at);
  };

  const loadFrom = async (place: number) => {
    const track = currentTrack(playerState());
    unload();
    if (track === null) return;
    const at = placeWithin(place, track.length);
    const meanwhile = onItsWay();
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
      setSource(run.url, meanwhile.to ?? at);
      if (playerState().status === 'playing') play();
      return;
    }
    // What is here already is not waited for: everything begins within the press.
    const needsHls = track.sources.some(({ type }) => type === HLS);
    const library = needsHls ? (hlsHere() ?? (await fetchHls())) : null;
    if (current === loads) loadTrack(track, library, meanwhile.to ?? at);
  };

  const loadTrack = (track: MediaSummary, library: Library | null, start: number) => {
    const source = sourceOf(track, library?.isSupported() ?? false);
    if (source === null) {
      dispatch({ type: 'failed' });
      return;
    }
    level.set(levelledGain(track.loudness), source.url);
    // Until its first picture is there; a song has none.
    element.poster = track.mediaType === 'video' ? (track.poster ?? '') : '';
    if (source.type === HLS && library?.isSupported()) loadParts(source.url, library, start);
    else setSource(source.url, start);
    if (playerState().status === 'playing') play();
  };

  const loadParts = (url: string, library: Library, start: number) => {
    // Only its beginning was loaded ahead.
    const ahead = start === 0 ? takeAhead(url) : null;
    hls = ahead ?? createHls(library, { startPosition: start });
    hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && dispatch({ type: 'failed' }));
    offerQuality(hls, library);
    if (ahead === null) hls.loadSource(url);
    hls.attachMedia(element);
  };

  const setSource = (url: string, start: number) => {
    element.src = url;
    if (start > 0) element.currentTime = start;
  };

  /** Begins a run of songs that join; null when this one is to be played by itself. */
  const join = async (track: MediaSummary, at: number): Promise<GaplessPlayback | null> => {
    try {
      const { startGapless } = await import('../gapless/start-gapless.ts');
      return await startGapless(element, track, at, {
        next: gaplessNext,
        refresh: fetchMedia,
        // A file is asked for anew as any other; what this browser cannot join it plays song by song.
        failed: (why) => {
          if (why === 'file') dispatch({ type: 'failed' });
          else load(readClock().position);
        },
      });
    } catch (error) {
      console.warn('Songs are not joined.', error);
      return null;
    }
  };

  const load = (where: Place) =>
    void begin(where).catch((error: unknown) => {
      // The part that plays videos could not be fetched.
      console.warn('The track could not be loaded.', error);
      dispatch({ type: 'failed' });
    });

  return { load, unload, loads: () => loads, joined: () => joined, isInParts: () => hls !== null };
}
