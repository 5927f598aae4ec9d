import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { isAdDue } from '../ad-transitions.ts';
import { readClock } from '../clock.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { nextIndex } from '../queue/queue-transitions.ts';
import { isTimerSetToTrackEnd } from '../settings/sleep-timer.ts';
import { TICK } from '../tick.ts';

/**
 * The track that directly follows this one in the current state; null when it is the same track, or when playback stops
 * in between or an advertisement is due.
 */
export function findDirectSuccessor(track: MediaSummary): MediaSummary | null {
  const state = playerState();
  const next = state.queue[nextIndex(state) ?? -1];
  if (next === undefined || currentTrack(state)?.id !== track.id || next.id === track.id) return null;
  if (state.repeat === 'one' || isTimerSetToTrackEnd()) return null;
  const { position, duration } = readClock();
  const left = Math.max(0, duration - position) / TICK;
  return isAdDue({ ...state, sinceAd: state.sinceAd + left }) ? null : next;
}

/** Whether these could be songs of one album. Only the server knows whether they belong together. */
export const mayShareAlbum = (track: MediaSummary, next: MediaSummary): boolean =>
  next.musician.id === track.musician.id && next.mediaType === 'song' && track.mediaType === 'song';

/** The song that directly follows this one in the current state, if both have the same musician. */
export function findGaplessSuccessor(track: MediaSummary): MediaSummary | null {
  const next = findDirectSuccessor(track);
  return next !== null && mayShareAlbum(track, next) ? next : null;
}
