import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { placeWithin } from '@scoville/contract/catalogue/player/player.ts';
import type Hls from 'hls.js';
import type { Level } from '../amplifier.ts';
import { readClock, setClock } from '../clock.ts';
import { findGaplessSuccessor } from '../gapless/can-play-gapless.ts';
import type { GaplessPlayback } from '../gapless/start-gapless.ts';
import { levelledGain } from '../loudness.ts';
import { setTrackStart } from '../player-element.ts';
import { startPendingSeek } from '../place-track.ts';
import { dispatch, playerState } from '../player.ts';
import { type Place, currentTrack } from '../player-state.ts';
import { fetchMedia } from '../refresh-file-urls.ts';
import { startPosition } from '../settings/playback-positions.ts';
import { HLS } from '../sources.ts';
import { createElementSource } from './element-source.ts';
import { type Library, fetchHls, loadedHls } from './hls-library.ts';
import { type SourceOf, isSafari } from './source-of.ts';

interface Player {
  element: HTMLVideoElement;
  level: Level;
  sourceOf: SourceOf;
  /** Returns the hls.js player that has loaded the beginning of this address ahead, or null. */
  takeAhead: (url: string) => Hls | null;
  play: () => void;
}

/** Loads tracks into the media element. */
export interface TrackLoader {
  /**
   * Loads the current track from a position on, and plays it as soon as possible if the player's status is `playing`.
   */
  load: (where: Place) => void;
  unload: () => void;
  /** Number of loads so far. Work that finds another number than when it started has been superseded and ends. */
  loads: () => number;
  /** The gapless playback of songs that join; null while each track has its own source. */
  joined: () => GaplessPlayback | null;
  /** Whether hls.js plays the track. Errors of the element are then not errors of the track. */
  isInParts: () => boolean;
}

export function createTrackLoader({ element, level, sourceOf, takeAhead, play }: Player): TrackLoader {
  const source = createElementSource(element, takeAhead);
  let joined: GaplessPlayback | null = null;
  let loads = 0;

  const unload = () => {
    loads += 1;
    joined?.close();
    joined = null;
    setTrackStart(0);
    source.clear();
  };

  const begin = async (where: Place) => {
    const start = startOf(where);
    if (typeof start === 'number') return loadFrom(start);
    // The position is loaded from the server. Until it arrives, the previous track must be silent.
    unload();
    setClock(0, currentTrack(playerState())?.length ?? 0);
    const pendingSeek = startPendingSeek();
    const current = loads;
    const at = await start;
    if (current === loads) return loadFrom(pendingSeek.to ?? at);
  };

  const loadFrom = async (place: number) => {
    const track = currentTrack(playerState());
    unload();
    if (track === null) return;
    const at = placeWithin(place, track.length);
    const pendingSeek = startPendingSeek();
    const current = loads;
    setClock(at, track.length ?? 0);
    // A song and the one that joins it play from one source, from the beginning of the first. Not in Safari, where this
    // wasn't tried: while Safari waits for a response, it forgets the click that allows it to play.
    const run = isSafari || findGaplessSuccessor(track) === null ? null : await join(element, track, at, load);
    if (current !== loads) return run?.close();
    if (run !== null) {
      joined = run;
      element.poster = '';
      level.set(levelledGain(run.loudness), run.url);
      source.setFile(run.url, pendingSeek.to ?? at);
      if (playerState().status === 'playing') play();
      return;
    }
    // Doesn't wait if hls.js has been loaded, so that the track begins within the task of the press.
    const needsHls = track.sources.some(({ type }) => type === HLS);
    const library = needsHls ? (loadedHls() ?? (await fetchHls())) : null;
    if (current === loads) loadTrack(track, library, pendingSeek.to ?? at);
  };

  const loadTrack = (track: MediaSummary, library: Library | null, start: number) => {
    const chosen = sourceOf(track, library?.isSupported() ?? false);
    if (chosen === null) {
      dispatch({ type: 'failed' });
      return;
    }
    level.set(levelledGain(track.loudness), chosen.url);
    // The poster is shown until a video's first picture; songs have no poster.
    element.poster = track.mediaType === 'video' ? (track.poster ?? '') : '';
    if (chosen.type === HLS && library?.isSupported()) source.setParts(chosen.url, library, start);
    else source.setFile(chosen.url, start);
    if (playerState().status === 'playing') play();
  };

  const load = (where: Place) =>
    void begin(where).catch((error: unknown) => {
      // hls.js could not be loaded.
      console.warn('The track could not be loaded.', error);
      dispatch({ type: 'failed' });
    });

  return { load, unload, loads: () => loads, joined: () => joined, isInParts: source.isInParts };
}

function startOf(at: Place): number | Promise<number> {
  if (at === 'here') return readClock().position;
  if (at !== 'left') return at;
  const track = currentTrack(playerState());
  return track === null ? 0 : startPosition(track);
}

/**
 * Starts gapless playback; null if this song must be played from its own source. Calls `load` if that only turns out
 * later.
 */
async function join(
  element: HTMLVideoElement,
  track: MediaSummary,
  at: number,
  load: TrackLoader['load'],
): Promise<GaplessPlayback | null> {
  try {
    const { startGapless } = await import('../gapless/start-gapless.ts');
    return await startGapless(element, track, at, {
      next: findGaplessSuccessor,
      refresh: fetchMedia,
      // A lost file is handled like that of any track; songs that this browser can't join are played one by one.
      failed: (why) => {
        if (why === 'file') dispatch({ type: 'failed' });
        else load(readClock().position);
      },
    });
  } catch (error) {
    console.warn('Songs are not joined.', error);
    return null;
  }
}
