import type { MediaSummary } from '@scoville/contract/media.ts';
import { isAdDue } from '../ad-turns.ts';
import { readClock } from '../clock.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { following } from '../queue/queue-turns.ts';
import { sleepsAtEnd } from '../settings/sleep-timer.ts';
import { TICK } from '../tick.ts';

/** What follows this track as things stand, if it is another one and nothing is to come between. */
export function followsAtOnce(track: MediaSummary): MediaSummary | null {
  const state = playerState();
  const next = state.queue[following(state) ?? -1];
  if (next === undefined || currentTrack(state)?.id !== track.id || next.id === track.id) return null;
  if (state.repeat === 'one' || sleepsAtEnd()) return null;
  const { position, duration } = readClock();
  const left = Math.max(0, duration - position) / TICK;
  return isAdDue({ ...state, sinceAd: state.sinceAd + left }) ? null : next;
}

/** Could these be songs of one album? Whether they belong together the server knows. */
export const mayBelongTogether = (track: MediaSummary, next: MediaSummary): boolean =>
  next.musician.id === track.musician.id && next.mediaType === 'song' && track.mediaType === 'song';

/** The song that follows this one at once as things stand, if both are of one musician. */
export function gaplessNext(track: MediaSummary): MediaSummary | null {
  const next = followsAtOnce(track);
  return next !== null && mayBelongTogether(track, next) ? next : null;
}
