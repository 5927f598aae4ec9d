import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** `ad`: an advertisement plays while the track is held. It counts down until it may be skipped. */
type Status = 'stopped' | 'playing' | 'paused' | 'ad';

/**
 * How the queue repeats: `off` stops after the last track, `all` continues with the first, and `one` repeats the
 * current track until another is chosen.
 */
export type Repeat = 'off' | 'all' | 'one';

/** The properties of an advertisement that the player needs; times in seconds. */
export interface Advertisement {
  id: string;
  title: string;
  length: number;
  /** Null for an advertisement that cannot be skipped. */
  skipAfter: number | null;
  infoUrl: string | null;
  infoUrlText: string | null;
}

/** The advertisement that plays now; times in ticks. */
interface Ad {
  shown: Advertisement;
  left: number;
  /** Time until the advertisement may be skipped; null if it cannot be skipped. */
  skipIn: number | null;
}

/** When advertisements play; times in seconds. */
export interface AdRules {
  /** Playing time between two advertisements. */
  playInterval: number;
  /**
   * An advertisement that is due may interrupt a track after this much of its playing time; 0: never, it waits for the
   * next track.
   */
  playDuring: number;
  /** An advertisement may not interrupt a track shorter than this. */
  playDuringMinTime: number;
}

export interface PlayerState {
  queue: readonly MediaSummary[];
  /** The index of the current track in the queue; -1 when the player has no track. */
  index: number;
  /** Number of queues begun so far. A changed queue counts as the same queue, unless another one replaces it. */
  begun: number;
  /**
   * Number of user actions: starting, choosing or changing a queue, or resuming playback. Automatic advances don't
   * count. 0 while the player only has the queue that a reload restored.
   */
  actions: number;
  repeat: Repeat;
  /** The ids in the order before the shuffle, and the seed of the next shuffle; null while shuffle is off. */
  shuffle: { ids: readonly string[]; seed: number } | null;
  status: Status;
  ad: Ad | null;
  /** The advertisement that will play when one is due, and the rules for that; null while none is ready. */
  nextAd: { ad: Advertisement; rules: AdRules } | null;
  /** Whether an advertisement has played. The first one is due before the first track. */
  hadAd: boolean;
  /** Whether the display, which is the expanded player, covers the page. */
  display: boolean;
  /** Playing time of this play, in ticks; pauses do not count. */
  played: number;
  /** Playing time since the last advertisement, in ticks, over all tracks. */
  sinceAd: number;
  /** Whether this play was counted. */
  counted: boolean;
  /** Number of requests for new addresses of this track since it last played for a while. */
  refreshes: number;
  /** Playing time of this play at the last of these requests, in ticks. */
  refreshedAt: number;
  /** Number of tracks in a row that could not be played. */
  broken: number;
  /**
   * Set while the track waits for the network or for its preparation: the status to return to afterwards. Null
   * otherwise.
   */
  lostWhile: 'playing' | 'paused' | null;
  /** Number of checks for the lost network since the track last played for a while. */
  networkChecks: number;
  /** The track should sound but waits for bytes, and the server was asked for new addresses. */
  stalled: boolean;
  /** The player gave way to another tab of this browser, which plays. */
  elsewhere: boolean;
  /** The reason why the player stopped or waits, as a message for the listener. */
  error: string | null;
}

/** Events that change the queue around the current track, which plays on. */
export type QueueEvent =
  /** `unasked`: added automatically and not by the listener. */
  | { type: 'enqueue'; media: readonly MediaSummary[]; where: 'next' | 'last'; unasked?: boolean }
  /** Sorts these tracks among the positions that they occupy together. */
  | { type: 'sort'; ids: readonly string[] }
  | { type: 'remove'; id: string }
  | { type: 'clear' }
  /** Replaces the queue around the current track. Ignored if the new queue doesn't contain that track. */
  | { type: 'requeue'; queue: readonly MediaSummary[] }
  /** `seed` is any number; it decides the order. */
  | { type: 'shuffle'; on: boolean; seed: number }
  | { type: 'repeat'; repeat: Repeat }
  /** Loaded data of tracks. The current track is not changed. Tracks in `ids` that are missing in `media` are gone. */
  | { type: 'read'; ids: readonly string[]; media: readonly MediaSummary[] }
  /**
   * The listener changed: drops the data of all tracks except the current one, because the new listener may not be
   * allowed to see it.
   */
  | { type: 'forget' };

export type PlayerEvent =
  | QueueEvent
  /** Plays the track with this id in the queue, from `at` seconds on, or by default from its saved position. */
  | { type: 'jump'; id: string; at?: number }
  /** Plays a queue from `at` seconds on, which may be 0, or by default from the track's saved position. */
  | { type: 'play'; queue: readonly MediaSummary[]; index: number; at?: number }
  /** Restores the queue after a reload; it waits for a press. */
  | ({ type: 'restore'; queue: readonly MediaSummary[]; index: number; at: number } & Partial<
      Pick<PlayerState, 'repeat' | 'shuffle'>
    >)
  | { type: 'toggle' | 'pause' | 'resume' | 'next' | 'close' }
  /** The track was played to its end. `last`: playback should stop after it. */
  | { type: 'ended'; last?: boolean }
  /** Another tab of this browser begins to sound. */
  | { type: 'elsewhere' }
  /** The network is back. */
  | { type: 'online' }
  /** Seconds into the track. */
  | { type: 'previous'; position: number }
  /** The media's own duration in seconds; 0 while it is not known. */
  | { type: 'tick'; duration: number }
  /** Playback has made no progress for a while, without an error. */
  | { type: 'stalled' }
  /** The track's file could not be loaded or played. */
  | { type: 'failed' }
  /** The track with this id as the server has it now; null when it is gone. */
  | { type: 'refreshed'; id: string; media: MediaSummary | null }
  /** The current listener may not play the track with this id: removes it from the queue and the player. */
  | { type: 'withdrawn'; id: string }
  /** A track that was played while it was prepared is now completely prepared. */
  | { type: 'finished'; media: MediaSummary }
  /** The server, or the track's file on the server, could not be reached. */
  | { type: 'unreachable'; id: string }
  /**
   * The track with this id is being prepared, but not yet up to the current position. `readsOn`: the loaded source is
   * still being extended and continues automatically.
   */
  | { type: 'preparing'; id: string; readsOn: boolean }
  | { type: 'display'; open: boolean }
  /** The next advertisement is ready to play when one is due. */
  | { type: 'adReady'; ad: Advertisement; rules: AdRules }
  /** `adEnded`: its clip ended before its countdown. `adFailed`: it cannot be shown; the music continues. */
  | { type: 'noAd' | 'skipAd' | 'adEnded' | 'adFailed' };

/** How an advertisement ended. `left`: interrupted, as by closing the player. `failed`: it could not be shown. */
export type AdEnd = 'ended' | 'skipped' | 'left' | 'failed';

/**
 * Seconds into a track. `here` is the current position; `left` is the listener's saved position, or the beginning
 * without one.
 */
export type Place = number | 'here' | 'left';

/** The effects that the state machine requests; the engine carries them out. */
export type PlayerEffect =
  /** Loads the current track from a position on. It sounds if the player's status is then `playing`. */
  | { do: 'load'; play: boolean; at: Place }
  | { do: 'resume' | 'pause' | 'rewind' | 'unload' }
  /** Requests new addresses after a delay in seconds. `unlessHeard`: not if playback has continued in the meantime. */
  | { do: 'refresh'; id: string; after: number; unlessHeard?: boolean }
  | { do: 'count'; media: MediaSummary }
  /** Shows an error message while playback continues. */
  | { do: 'say'; text: string }
  /** Reports an advertisement to the ads domain; `after` is how long it was shown, in seconds. */
  | { do: 'adStarted'; ad: Advertisement }
  | { do: 'adOver'; ad: Advertisement; how: AdEnd; after: number };

export interface PlayerStep {
  state: PlayerState;
  effects: PlayerEffect[];
}

export const currentTrack = (state: PlayerState): MediaSummary | null => state.queue[state.index] ?? null;
