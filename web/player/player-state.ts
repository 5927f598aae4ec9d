import type { MediaSummary } from '@scoville/contract/media.ts';

/** `ad`: an advertisement plays while the track is held, and counts down to when it may be skipped. */
type Status = 'stopped' | 'playing' | 'paused' | 'ad';

/** What follows the queue's last track: nothing, or its first; `one` plays the same track until something else is chosen. */
export type Repeat = 'off' | 'all' | 'one';

/** What the player must know of an advertisement; times in seconds. */
export interface Advertisement {
  id: string;
  title: string;
  length: number;
  /** Null for one that cannot be skipped. */
  skipAfter: number | null;
  infoUrl: string | null;
  infoUrlText: string | null;
}

/** The advertisement that plays; times in ticks. */
interface Ad {
  shown: Advertisement;
  left: number;
  /** Until it may be skipped; null for one that cannot be. */
  skipIn: number | null;
}

/** When advertisements play; seconds. */
export interface AdRules {
  /** Of playing time between two of them. */
  playInterval: number;
  /** One that is due may interrupt a track of which this much was heard; 0: never, it waits for the next track. */
  playDuring: number;
  /** It may not interrupt a track that is shorter than this. */
  playDuringMinTime: number;
}

export interface PlayerState {
  queue: readonly MediaSummary[];
  /** The place of the current track in the queue; -1 when there is none. */
  index: number;
  /** Counts the queues that were begun; one that is changed stays the same, unless another one takes its place. */
  begun: number;
  /**
   * Counts what the listener did: began, chose or changed a queue, or let what waited go on; not what follows by itself. 0
   * while there is only what a reload brought back.
   */
  actions: number;
  repeat: Repeat;
  /** The ids in the order that the queue had before it was shuffled, and what decides the next shuffle; null while it is off. */
  shuffle: { ids: readonly string[]; seed: number } | null;
  status: Status;
  ad: Ad | null;
  /** The advertisement that is ready to play when one is due, and when that is; null while there is none. */
  nextAd: { ad: Advertisement; rules: AdRules } | null;
  /** One has played: the first is due before the first track. */
  hadAd: boolean;
  /** The full display covers the page. */
  display: boolean;
  /** Playing time of this play, in ticks; pauses do not count. */
  played: number;
  /** Playing time since the last advertisement, in ticks, over all tracks. */
  sinceAd: number;
  /** This play was counted. */
  counted: boolean;
  /** How often this track's addresses were asked for anew, since it last played on for a while. */
  refreshes: number;
  /** Playing time of this play when they were asked for last, in ticks. */
  refreshedAt: number;
  /** Tracks in a row that could not be played. */
  broken: number;
  /** What it did when the network was lost, or what was played of a track, and does again when that is back; else null. */
  lostWhile: 'playing' | 'paused' | null;
  /** How often it was looked for since the track last played on for a while. */
  lostAsks: number;
  /** It is to sound and does not: bytes are awaited, and the server was asked. */
  stalled: boolean;
  /** It gave way to another tab of this browser, which plays. */
  elsewhere: boolean;
  /** Why it stopped or waits, in words for the listener. */
  error: string | null;
}

/** What changes the queue around the track that is in the player, which goes on. */
export type QueueEvent =
  /** `unasked`: it follows without anybody having asked for it. */
  | { type: 'enqueue'; media: readonly MediaSummary[]; where: 'next' | 'last'; unasked?: boolean }
  /** These in this order, in the places that they have together. */
  | { type: 'sort'; ids: readonly string[] }
  | { type: 'remove'; id: string }
  | { type: 'clear' }
  /** Another queue around it: one that has it, else nothing changes. */
  | { type: 'requeue'; queue: readonly MediaSummary[] }
  /** `seed` is any number; it decides the order. */
  | { type: 'shuffle'; on: boolean; seed: number }
  | { type: 'repeat'; repeat: Repeat }
  /** What the server says now of other tracks than the current one; those of `ids` that it does not say are gone. */
  | { type: 'read'; ids: readonly string[]; media: readonly MediaSummary[] }
  /** Somebody else listens: what is known of other tracks than the current one is what another account might see. */
  | { type: 'forget' };

export type PlayerEvent =
  | QueueEvent
  /** Plays the track of the queue that has this id; from so many seconds on, or where its listener left it. */
  | { type: 'jump'; id: string; at?: number }
  /** From so many seconds on, 0 too; where its listener left it when left out. */
  | { type: 'play'; queue: readonly MediaSummary[]; index: number; at?: number }
  /** A reload brought the queue back; it waits for a click. */
  | ({ type: 'restore'; queue: readonly MediaSummary[]; index: number; at: number } & Partial<
      Pick<PlayerState, 'repeat' | 'shuffle'>
    >)
  | { type: 'toggle' | 'pause' | 'resume' | 'next' | 'close' }
  /** The track was heard to its end; `last` when nothing is to follow it. */
  | { type: 'ended'; last?: boolean }
  /** Another tab of this browser begins to sound. */
  | { type: 'elsewhere' }
  /** The network is back. */
  | { type: 'online' }
  /** Seconds into the track. */
  | { type: 'previous'; position: number }
  /** The track's own duration in seconds; 0 while it is not known. */
  | { type: 'tick'; duration: number }
  /** What is to sound has not gone on for a while, without an error. */
  | { type: 'stalled' }
  /** The track's file could not be loaded or played. */
  | { type: 'failed' }
  /** What the server says now of the track with this id; null when it is gone. */
  | { type: 'refreshed'; id: string; media: MediaSummary | null }
  /** The track with this id is not for who listens now: it leaves the queue, and the player as well. */
  | { type: 'withdrawn'; id: string }
  /** A track that was played while it was prepared is wholly prepared. */
  | { type: 'finished'; media: MediaSummary }
  /** The server, or the track with this id there, could not be reached. */
  | { type: 'unreachable'; id: string }
  /**
   * The track with this id is being prepared, and is not yet as far as it was played. `readsOn`: what is loaded of it reads on,
   * and goes on by itself.
   */
  | { type: 'preparing'; id: string; readsOn: boolean }
  | { type: 'display'; open: boolean }
  /** The next advertisement in order, ready to play when it is due. */
  | { type: 'adReady'; ad: Advertisement; rules: AdRules }
  /** `adEnded`: its clip ended before its countdown. `adFailed`: it cannot be shown; the music goes on. */
  | { type: 'noAd' | 'skipAd' | 'adEnded' | 'adFailed' };

/** How an advertisement went: `left` is one whose player was closed, `failed` one that could not be shown. */
export type AdEnd = 'ended' | 'skipped' | 'left' | 'failed';

/** Seconds into a track; `here` is where it was, `left` where its listener left it, at its beginning if nowhere. */
export type Place = number | 'here' | 'left';

/** What the state machine asks for; the engine carries it out. */
export type PlayerEffect =
  /** From a place on. It sounds if the player's state is then `playing`. */
  | { do: 'load'; play: boolean; at: Place }
  | { do: 'resume' | 'pause' | 'rewind' | 'unload' }
  /** Asks for new addresses, in so many seconds; `unlessHeard`: what goes on by itself meanwhile is left alone. */
  | { do: 'refresh'; id: string; after: number; unlessHeard?: boolean }
  | { do: 'count'; media: MediaSummary }
  /** Tells the listener of what went wrong while the music goes on. */
  | { do: 'say'; text: string }
  /** For whoever counts advertisements; `after` is how long it was seen, in seconds. */
  | { do: 'adStarted'; ad: Advertisement }
  | { do: 'adOver'; ad: Advertisement; how: AdEnd; after: number };

export interface PlayerStep {
  state: PlayerState;
  effects: PlayerEffect[];
}

export const currentTrack = (state: PlayerState): MediaSummary | null => state.queue[state.index] ?? null;
