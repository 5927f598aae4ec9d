import type { MediaSummary } from '@scoville/contract/media.ts';

/** `ad`: an advertisement plays before the track, and counts down to when it may be skipped. */
type Status = 'stopped' | 'playing' | 'paused' | 'ad';

/** Times in ticks. */
export interface Ad {
  left: number;
  /** Until it may be skipped; null for one that cannot be. */
  skipIn: number | null;
}

export interface PlayerState {
  queue: readonly MediaSummary[];
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
  | { type: 'play'; queue: readonly MediaSummary[]; index: number }
  /** A reload brought the queue back; it waits for a click. */
  | { type: 'restore'; queue: readonly MediaSummary[]; index: number; at: number }
  | { type: 'toggle' | 'pause' | 'resume' | 'next' | 'ended' | 'close' }
  /** Seconds into the track. */
  | { type: 'previous'; position: number }
  /** The track's own duration in seconds; 0 while it is not known. */
  | { type: 'tick'; duration: number }
  /** The track's file could not be loaded or played. */
  | { type: 'failed' }
  /** What the server says now of the track with this id; null when it is gone. */
  | { type: 'refreshed'; id: string; media: MediaSummary | null }
  /** The server could not be asked for the track with this id. */
  | { type: 'unreachable'; id: string }
  | { type: 'display'; open: boolean }
  /** Seconds. */
  | { type: 'ad'; length: number; skipAfter: number | null }
  | { type: 'skipAd' };

/** What the state machine asks for; the engine carries it out. */
export type PlayerEffect =
  /** From so many seconds on; `here` is where it was. */
  | { do: 'load'; play: boolean; at: number | 'here' }
  | { do: 'resume' | 'pause' | 'rewind' | 'unload' }
  /** Asks for new addresses, in so many seconds. */
  | { do: 'refresh'; id: string; after: number }
  | { do: 'count'; media: MediaSummary };

export interface PlayerStep {
  state: PlayerState;
  effects: PlayerEffect[];
}

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

export const currentTrack = (state: PlayerState): MediaSummary | null => state.queue[state.index] ?? null;
export const hasNext = (state: PlayerState): boolean => state.status !== 'ad' && state.index + 1 < state.queue.length;
