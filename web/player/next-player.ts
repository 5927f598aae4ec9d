import type { MediaSummary } from '@scoville/contract/media.ts';
import {
  type Ad,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  STOPPED,
  currentTrack,
  hasNext,
} from './player-state.ts';

/** Seconds of one tick of playing time. */
export const TICK = 0.25;
export const BROKEN = 'This could not be played. Try again.';
export const NO_CONNECTION = 'No connection. Check your network and try again.';
/** A play counts from this part of the duration on. */
const COUNTED_FROM = 0.05;
export const MOST_REFRESHES = 3;
/** Seconds before the server is asked again, when it could not be asked for the first and the second time. */
const ASK_AGAIN_AFTER = [1, 4];
/** "Previous" goes to the track's start when more than this was heard of it (seconds). */
const RESTART_AFTER = 3;

/**
 * Does time pass for the player now? An advertisement counts down while the track under it is held.
 * @param isAudible the track is heard at this moment
 */
export const isTicking = ({ status }: Pick<PlayerState, 'status'>, isAudible: boolean): boolean =>
  status === 'ad' || isAudible;

const step = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/**
 * The player's state machine: the state that follows from an event, and the effects to carry out. An event that does not
 * apply changes nothing.
 */
export function nextPlayer(state: PlayerState, event: PlayerEvent): PlayerStep {
  if (event.type === 'play') return begin(state, event.queue, event.index, true, 0);
  if (event.type === 'restore') return begin(state, event.queue, event.index, false, event.at);
  const track = currentTrack(state);
  if (track === null) return step(state);
  switch (event.type) {
    case 'close':
      return step({ ...STOPPED, sinceAd: state.sinceAd }, { do: 'unload' });
    case 'display':
      return step({ ...state, display: event.open });
    case 'ad':
      if (state.status !== 'playing') return step(state);
      return step({ ...state, status: 'ad', ad: adOf(event), sinceAd: 0 }, { do: 'pause' });
    case 'refreshed':
      return event.id === track.id ? refreshed(state, event.media) : step(state);
    case 'unreachable':
      return event.id === track.id ? unreachable(state, track) : step(state);
    case 'failed':
      return failed(state, track);
    default:
      return state.status === 'ad' ? duringAd(state, event) : duringTrack(state, track, event);
  }
}

type Plain = Exclude<
  PlayerEvent,
  { type: 'play' | 'restore' | 'display' | 'ad' | 'refreshed' | 'unreachable' | 'failed' }
>;

function duringAd(state: PlayerState, event: Plain): PlayerStep {
  const { ad } = state;
  if (ad === null) return step(state);
  const over = (): PlayerStep => step({ ...state, status: 'playing', ad: null }, { do: 'resume' });
  if (event.type === 'skipAd') return ad.skipIn === 0 ? over() : step(state);
  if (event.type !== 'tick') return step(state);
  if (ad.left <= 1) return over();
  const skipIn = ad.skipIn === null ? null : Math.max(0, ad.skipIn - 1);
  return step({ ...state, ad: { left: ad.left - 1, skipIn } });
}

function duringTrack(state: PlayerState, track: MediaSummary, event: Plain): PlayerStep {
  switch (event.type) {
    case 'toggle':
      return duringTrack(state, track, { type: state.status === 'playing' ? 'pause' : 'resume' });
    case 'pause':
      return state.status === 'playing' ? step({ ...state, status: 'paused' }, { do: 'pause' }) : step(state);
    case 'resume':
      if (state.status === 'paused') return step({ ...state, status: 'playing' }, { do: 'resume' });
      if (state.status !== 'stopped') return step(state);
      return state.error === NO_CONNECTION ? resumeAfterOutage(state) : begin(state, state.queue, state.index, true, 0);
    case 'next':
      return hasNext(state) ? begin(state, state.queue, state.index + 1, true, 0) : step(state);
    case 'previous':
      return state.index > 0 && event.position <= RESTART_AFTER
        ? begin(state, state.queue, state.index - 1, true, 0)
        : step(state, { do: 'rewind' });
    case 'ended':
      if (state.status !== 'playing') return step(state);
      return hasNext(state)
        ? begin(state, state.queue, state.index + 1, true, 0)
        : step({ ...state, status: 'stopped' }, { do: 'unload' });
    case 'tick':
      return state.status === 'playing' ? ticked(state, track, event.duration) : step(state);
    default:
      return step(state);
  }
}

/** A new play of a track of a queue. */
function begin(
  state: PlayerState,
  queue: readonly MediaSummary[],
  index: number,
  play: boolean,
  at: number,
): PlayerStep {
  if (queue[index] === undefined || state.status === 'ad') return step(state);
  const { sinceAd, display } = state;
  return step(
    { ...STOPPED, queue, index, sinceAd, display, status: play ? 'playing' : 'paused' },
    { do: 'load', play, at },
  );
}

function ticked(state: PlayerState, track: MediaSummary, duration: number): PlayerStep {
  const played = state.played + 1;
  const length = track.length ?? duration;
  const due = !state.counted && length > 0 && played * TICK >= length * COUNTED_FROM;
  const after = { ...state, played, sinceAd: state.sinceAd + 1, counted: state.counted || due };
  return due ? step(after, { do: 'count', media: track }) : step(after);
}

function failed(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status === 'stopped') return step(state);
  if (state.refreshes >= MOST_REFRESHES) return broken(state);
  return step({ ...state, refreshes: state.refreshes + 1 }, { do: 'refresh', id: track.id, after: 0 });
}

/** A lost network is no broken track: the server is asked again, and after the last time the place in it is kept. */
function unreachable(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status === 'stopped') return step(state);
  const after = ASK_AGAIN_AFTER[state.refreshes - 1];
  if (after === undefined || state.refreshes >= MOST_REFRESHES)
    return step({ ...state, status: 'stopped', ad: null, error: NO_CONNECTION }, { do: 'pause' });
  return step({ ...state, refreshes: state.refreshes + 1 }, { do: 'refresh', id: track.id, after });
}

const resumeAfterOutage = (state: PlayerState): PlayerStep =>
  step({ ...state, status: 'playing', refreshes: 0, error: null }, { do: 'load', play: true, at: 'here' });

const broken = (state: PlayerState): PlayerStep =>
  step({ ...state, status: 'stopped', ad: null, error: BROKEN }, { do: 'unload' });

function refreshed(state: PlayerState, media: MediaSummary | null): PlayerStep {
  if (state.status === 'stopped') return step(state);
  if (media === null) return broken(state);
  const queue = state.queue.map((old, place) => (place === state.index ? media : old));
  return step({ ...state, queue }, { do: 'load', play: state.status === 'playing', at: 'here' });
}

function adOf({ length, skipAfter }: { length: number; skipAfter: number | null }): Ad {
  const ticks = (seconds: number) => Math.round(seconds / TICK);
  return { left: Math.max(1, ticks(length)), skipIn: skipAfter === null ? null : ticks(skipAfter) };
}
