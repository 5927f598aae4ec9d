import type { Media } from '@scoville/contract/media.ts';

/** `ad`: an advertisement plays before the track, and counts down to when it may be skipped. */
export type Status = 'stopped' | 'playing' | 'paused' | 'ad';

/** Times in ticks. */
export interface Ad {
  left: number;
  /** Until it may be skipped; null for one that cannot be. */
  skipIn: number | null;
}

export interface PlayerState {
  queue: readonly Media[];
  /** The place of the current track in the queue; -1 when there is none. */
  index: number;
  status: Status;
  ad: Ad | null;
  /** The full display covers the page. */
  display: boolean;
  /** Playing time of this play, in ticks; pauses do not count. */
  played: number;
  /** Playing time since the last advertisement, in ticks, over all tracks. */
  sinceAd: number;
  /** This play was counted. */
  counted: boolean;
  /** How often this track's addresses were asked for anew. */
  refreshes: number;
  /** Why it stopped, in words for the listener. */
  error: string | null;
}

export type PlayerEvent =
  | { type: 'play'; queue: readonly Media[]; index: number }
  /** A reload brought the queue back; it waits for a click. */
  | { type: 'restore'; queue: readonly Media[]; index: number; at: number }
  | { type: 'toggle' | 'pause' | 'resume' | 'next' | 'ended' | 'close' }
  /** Seconds into the track. */
  | { type: 'previous'; position: number }
  /** The track's own duration in seconds; 0 while it is not known. */
  | { type: 'tick'; duration: number }
  /** The track's file could not be had or played. */
  | { type: 'failed' }
  /** What the server says of the track now; null when it is gone. */
  | { type: 'refreshed'; media: Media | null }
  | { type: 'display'; open: boolean }
  /** Seconds. */
  | { type: 'ad'; length: number; skipAfter: number | null }
  | { type: 'skipAd' };

/** What the machine asks of the world. */
export type PlayerEffect =
  /** From so many seconds on; `here` is where it was, with new addresses. */
  | { do: 'load'; play: boolean; at: number | 'here' }
  | { do: 'resume' | 'pause' | 'rewind' | 'unload' }
  | { do: 'refresh'; id: string }
  | { do: 'count'; media: Media };

export interface PlayerStep {
  state: PlayerState;
  effects: PlayerEffect[];
}

/** Seconds of one tick of playing time. */
export const TICK = 0.25;
/** A play counts from this part of the duration on. */
export const COUNTED_FROM = 0.05;
export const MOST_REFRESHES = 3;
/** "Previous" goes to the track's start when more than this was heard of it (seconds). */
const RESTART_AFTER = 3;

export const STOPPED: PlayerState = {
  queue: [],
  index: -1,
  status: 'stopped',
  ad: null,
  display: false,
  played: 0,
  sinceAd: 0,
  counted: false,
  refreshes: 0,
  error: null,
};

export const currentTrack = (state: PlayerState): Media | null => state.queue[state.index] ?? null;
export const hasNext = (state: PlayerState): boolean => state.status !== 'ad' && state.index + 1 < state.queue.length;

const stay = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/** The player's life: what follows from an event, and what is to be done. An event that cannot be changes nothing. */
export function nextPlayer(state: PlayerState, event: PlayerEvent): PlayerStep {
  if (event.type === 'play') return begin(state, event.queue, event.index, true, 0);
  if (event.type === 'restore') return begin(state, event.queue, event.index, false, event.at);
  const track = currentTrack(state);
  if (track === null) return stay(state);
  switch (event.type) {
    case 'close':
      return stay({ ...STOPPED, sinceAd: state.sinceAd }, { do: 'unload' });
    case 'display':
      return stay({ ...state, display: event.open });
    case 'ad':
      if (state.status !== 'playing') return stay(state);
      return stay({ ...state, status: 'ad', ad: adOf(event), sinceAd: 0 }, { do: 'pause' });
    case 'refreshed':
      return refreshed(state, event.media);
    case 'failed':
      return failed(state, track);
    default:
      return state.status === 'ad' ? duringAd(state, event) : duringTrack(state, track, event);
  }
}

type Plain = Exclude<PlayerEvent, { type: 'play' | 'restore' | 'display' | 'ad' | 'refreshed' | 'failed' }>;

function duringAd(state: PlayerState, event: Plain): PlayerStep {
  const { ad } = state;
  if (ad === null) return stay(state);
  const over = (): PlayerStep => stay({ ...state, status: 'playing', ad: null }, { do: 'resume' });
  if (event.type === 'skipAd') return ad.skipIn === 0 ? over() : stay(state);
  if (event.type !== 'tick') return stay(state);
  if (ad.left <= 1) return over();
  const skipIn = ad.skipIn === null ? null : Math.max(0, ad.skipIn - 1);
  return stay({ ...state, ad: { left: ad.left - 1, skipIn } });
}

function duringTrack(state: PlayerState, track: Media, event: Plain): PlayerStep {
  switch (event.type) {
    case 'toggle':
      return duringTrack(state, track, { type: state.status === 'playing' ? 'pause' : 'resume' });
    case 'pause':
      return state.status === 'playing' ? stay({ ...state, status: 'paused' }, { do: 'pause' }) : stay(state);
    case 'resume':
      if (state.status === 'paused') return stay({ ...state, status: 'playing' }, { do: 'resume' });
      return state.status === 'stopped' ? begin(state, state.queue, state.index, true, 0) : stay(state);
    case 'next':
      return hasNext(state) ? begin(state, state.queue, state.index + 1, true, 0) : stay(state);
    case 'previous':
      return state.index > 0 && event.position <= RESTART_AFTER
        ? begin(state, state.queue, state.index - 1, true, 0)
        : stay(state, { do: 'rewind' });
    case 'ended':
      if (state.status !== 'playing') return stay(state);
      return hasNext(state)
        ? begin(state, state.queue, state.index + 1, true, 0)
        : stay({ ...state, status: 'stopped' }, { do: 'unload' });
    case 'tick':
      return state.status === 'playing' ? ticked(state, track, event.duration) : stay(state);
    default:
      return stay(state);
  }
}

/** A new play of a track of a queue. */
function begin(state: PlayerState, queue: readonly Media[], index: number, play: boolean, at: number): PlayerStep {
  if (queue[index] === undefined || state.status === 'ad') return stay(state);
  const { sinceAd, display } = state;
  return stay(
    { ...STOPPED, queue, index, sinceAd, display, status: play ? 'playing' : 'paused' },
    { do: 'load', play, at },
  );
}

function ticked(state: PlayerState, track: Media, duration: number): PlayerStep {
  const played = state.played + 1;
  const length = track.length ?? duration;
  const due = !state.counted && length > 0 && played * TICK >= length * COUNTED_FROM;
  const after = { ...state, played, sinceAd: state.sinceAd + 1, counted: state.counted || due };
  return due ? stay(after, { do: 'count', media: track }) : stay(after);
}

function failed(state: PlayerState, track: Media): PlayerStep {
  if (state.status === 'stopped') return stay(state);
  if (state.refreshes >= MOST_REFRESHES) return broken(state);
  return stay({ ...state, refreshes: state.refreshes + 1 }, { do: 'refresh', id: track.id });
}

const broken = (state: PlayerState): PlayerStep =>
  stay({ ...state, status: 'stopped', ad: null, error: 'This could not be played. Try again.' }, { do: 'unload' });

function refreshed(state: PlayerState, media: Media | null): PlayerStep {
  if (state.status === 'stopped') return stay(state);
  if (media === null) return broken(state);
  if (media.id !== currentTrack(state)?.id) return stay(state);
  const queue = state.queue.map((old, place) => (place === state.index ? media : old));
  return stay({ ...state, queue }, { do: 'load', play: state.status === 'playing', at: 'here' });
}

function adOf({ length, skipAfter }: { length: number; skipAfter: number | null }): Ad {
  const ticks = (seconds: number) => Math.round(seconds / TICK);
  return { left: Math.max(1, ticks(length)), skipIn: skipAfter === null ? null : ticks(skipAfter) };
}
