import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { readClock } from './clock.ts';
import { seekTo } from './place-track.ts';
import { playerElement } from './player-element.ts';
import { currentTrack } from './player-state.ts';
import { dispatch, onPlayerChange, playerState } from './player.ts';

/** Shows the track on lock screens and headsets, and handles their buttons. Returns a function that stops this. */
export function offerSystemControls(): () => void {
  if (!('mediaSession' in navigator)) return () => {};
  const session = navigator.mediaSession;
  const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => dispatch({ type: 'resume' })],
    ['pause', () => dispatch({ type: 'pause' })],
    ['nexttrack', () => dispatch({ type: 'next' })],
    ['previoustrack', () => dispatch({ type: 'previous', position: readClock().position })],
    ['seekto', ({ seekTime }) => seekTime !== undefined && seekTo(seekTime)],
  ];
  for (const [action, handler] of actions) session.setActionHandler(action, handler);

  let shown: MediaSummary | null = null;
  const show = () => {
    const state = playerState();
    const track = currentTrack(state);
    if (track !== shown) {
      session.metadata = track && metadataOf(track);
      offerSteps(session, track !== null && (track.length ?? 0) > LONG);
    }
    shown = track;
    session.playbackState = track === null ? 'none' : state.status === 'playing' ? 'playing' : 'paused';
  };
  show();
  const stop = onPlayerChange(show);
  // Uses the track's position, because the element may be playing several joined songs.
  const showPlace = () => {
    const { position, duration } = readClock();
    if (duration > 0 && currentTrack(playerState()) !== null)
      session.setPositionState({
        duration,
        position: Math.min(position, duration),
        playbackRate: element.playbackRate,
      });
  };
  const element = playerElement();
  const moments = ['timeupdate', 'durationchange', 'ratechange', 'seeked'];
  for (const moment of moments) element.addEventListener(moment, showPlace);
  return () => {
    stop();
    for (const moment of moments) element.removeEventListener(moment, showPlace);
    for (const [action] of actions) session.setActionHandler(action, null);
    offerSteps(session, false);
    session.metadata = null;
    session.playbackState = 'none';
  };
}

/** Recordings longer than this (seconds), such as sets and talks, get buttons for steps. */
const LONG = 600;
/** Seconds per step if the system specifies none. */
const STEP = 10;

/**
 * Shows or hides buttons for steps within a track. iOS shows them in place of next and previous, which songs need more.
 */
function offerSteps(session: MediaSession, isOffered: boolean): void {
  const by = (direction: 1 | -1) =>
    isOffered
      ? ({ seekOffset }: MediaSessionActionDetails) => seekTo(readClock().position + direction * (seekOffset ?? STEP))
      : null;
  session.setActionHandler('seekbackward', by(-1));
  session.setActionHandler('seekforward', by(1));
}

const metadataOf = ({ title, musician, artwork }: MediaSummary): MediaMetadata =>
  new MediaMetadata({
    title,
    artist: musician.displayName,
    artwork: artwork
      ? [
          { src: artwork.jpeg200, sizes: '200x200', type: 'image/jpeg' },
          { src: artwork.jpeg700, sizes: '700x700', type: 'image/jpeg' },
        ]
      : [],
  });
