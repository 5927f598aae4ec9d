import type { MediaSummary } from '@scoville/contract/media.ts';
import { adDuring, duringAd, isAdDue, leaveAd, startAd } from './ad-turns.ts';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  STOPPED,
  currentTrack,
  hasNext,
} from './player-state.ts';
import { TICK } from './tick.ts';

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
  if (event.type === 'play') return begin(state, event.queue, event.index, true, event.at ?? 0);
  if (event.type === 'restore') return begin(state, event.queue, event.index, false, event.at);
  if (event.type === 'adReady') return adReady({ ...state, nextAd: { ad: event.ad, rules: event.rules } });
  if (event.type === 'noAd') return step({ ...state, nextAd: null });
  const track = currentTrack(state);
  if (track === null) return step(state);
  switch (event.type) {
    case 'close':
      return step({ ...STOPPED, ...advertising(state) }, ...leaveAd(state, 'left'), { do: 'unload' });
    case 'display':
      return step({ ...state, display: event.open });
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
  { type: 'play' | 'restore' | 'display' | 'adReady' | 'refreshed' | 'unreachable' | 'failed' }
>;

/** What outlives a track and a queue. */
const advertising = ({ sinceAd, nextAd, hadAd }: PlayerState) => ({ sinceAd, nextAd, hadAd });

/** The first one goes before the first track also when it comes a little later than the press that plays it. */
const adReady = (state: PlayerState): PlayerStep =>
  state.status === 'playing' && state.played === 0 && !state.hadAd ? startAd(state) : step(state);

function duringTrack(state: PlayerState, track: MediaSummary, event: Plain): PlayerStep {
  switch (event.type) {
    case 'toggle':
      return duringTrack(state, track, { type: state.status === 'playing' ? 'pause' : 'resume' });
    case 'pause':
      return state.status === 'playing' ? step({ ...state, status: 'paused' }, { do: 'pause' }) : step(state);
    case 'resume':
      if (state.status === 'paused') return goOn(state);
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

/** What waited goes on; a track that a reload brought back and nobody heard yet begins like any other. */
const goOn = (state: PlayerState): PlayerStep =>
  state.played === 0 && isAdDue(state) ? startAd(state) : step({ ...state, status: 'playing' }, { do: 'resume' });

/** A new play of a track of a queue. */
function begin(
  state: PlayerState,
  queue: readonly MediaSummary[],
  index: number,
  play: boolean,
  at: number,
): PlayerStep {
  if (queue[index] === undefined) return step(state);
  const { display, status, ad } = state;
  const begun: PlayerState = { ...STOPPED, ...advertising(state), queue, index, display };
  // An advertisement goes on over whatever is chosen meanwhile.
  if (status === 'ad') return step({ ...begun, status, ad }, { do: 'load', play: false, at });
  const next: PlayerState = { ...begun, status: play ? 'playing' : 'paused' };
  if (!play || !isAdDue(next)) return step(next, { do: 'load', play, at });
  return startAd(next, [{ do: 'load', play: false, at }]);
}

function ticked(state: PlayerState, track: MediaSummary, duration: number): PlayerStep {
  const played = state.played + 1;
  const length = track.length ?? duration;
  const due = !state.counted && length > 0 && played * TICK >= length * COUNTED_FROM;
  const after = { ...state, played, sinceAd: state.sinceAd + 1, counted: state.counted || due };
  const count: PlayerEffect[] = due ? [{ do: 'count', media: track }] : [];
  return adDuring(after, length) ? startAd(after, [...count, { do: 'pause' }]) : step(after, ...count);
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
    return step({ ...state, status: 'stopped', ad: null, error: NO_CONNECTION }, ...leaveAd(state, 'left'), {
      do: 'pause',
    });
  return step({ ...state, refreshes: state.refreshes + 1 }, { do: 'refresh', id: track.id, after });
}

const resumeAfterOutage = (state: PlayerState): PlayerStep =>
  step({ ...state, status: 'playing', refreshes: 0, error: null }, { do: 'load', play: true, at: 'here' });

const broken = (state: PlayerState): PlayerStep =>
  step({ ...state, status: 'stopped', ad: null, error: BROKEN }, ...leaveAd(state, 'left'), { do: 'unload' });

function refreshed(state: PlayerState, media: MediaSummary | null): PlayerStep {
  if (state.status === 'stopped') return step(state);
  if (media === null) return broken(state);
  const queue = state.queue.map((old, place) => (place === state.index ? media : old));
  return step({ ...state, queue }, { do: 'load', play: state.status === 'playing', at: 'here' });
}
