import type { MediaSummary } from '@scoville/contract/media.ts';
import { leaveAd } from './ad-turns.ts';
import type { PlayerEffect, PlayerEvent, PlayerState, PlayerStep } from './player-state.ts';
import { isUnfinished } from './unfinished.ts';

/*
 * What the player does while a track cannot sound for want of the network, or of what is not prepared yet.
 */

export const NO_CONNECTION = 'No connection. Check your network and try again.';
export const SLOW = 'Slow connection. Buffering…';
export const RECONNECTING = 'No connection. Trying again…';
export const PREPARING = 'This part is still being prepared. It goes on by itself.';
export const MOST_REFRESHES = 3;
/** Seconds before the server is asked again, when it could not be asked for the first and the second time. */
const ASK_AGAIN_AFTER = [1, 4];
/** Seconds between looking for a lost network, some eight minutes in all; then it waits for a press. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [5, 10, 20, ...Array.from({ length: 15 }, () => 30)];
/** Seconds between two looks at what is prepared, which comes to an end by itself. */
export const LOOK_AFTER_SECONDS = 5;

/** What was awaited came, or is not awaited any more. */
export const NOT_STALLED = { stalled: false, error: null } as const;

export const step = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/**
 * It says so, and looks whether the network is lost; what comes after all goes on as if nothing had been. Who watches what
 * is still being prepared has most likely caught up with it.
 */
export function stalled(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status !== 'playing') return step(state);
  const error = isUnfinished(track) ? PREPARING : SLOW;
  return step({ ...state, stalled: true, error }, { do: 'refresh', id: track.id, after: 0, unlessHeard: true });
}

/** Asks for new addresses of the track, in so many seconds. */
export const refreshMediaUrls = (state: PlayerState, { id }: MediaSummary, after: number): PlayerStep =>
  step({ ...state, refreshes: state.refreshes + 1, refreshedAt: state.played }, { do: 'refresh', id, after });

/** A lost network is no broken track: after a few tries the place in it is kept, and the network is looked for. */
export function unreachable(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.lostWhile !== null) return lookAgain(state, track);
  if (state.status === 'stopped') return step(state);
  const after = ASK_AGAIN_AFTER[state.refreshes - 1];
  // What stalled has been silent for long enough.
  if (!state.stalled && after !== undefined && state.refreshes < MOST_REFRESHES)
    return refreshMediaUrls(state, track, after);
  return wait(state, (waiting) => lookAgain(waiting, track));
}

/**
 * What is not prepared yet is no broken track either. Work on a file may begin anew, and then nothing of it can be played for
 * a while: the place in it is kept, and it is looked for. What is loaded and reads on is left alone.
 */
export function preparing(
  state: PlayerState,
  { id }: MediaSummary,
  { readsOn }: Extract<PlayerEvent, { type: 'preparing' }>,
): PlayerStep {
  if (state.lostWhile === null && (state.status === 'stopped' || readsOn)) return step(state);
  return wait(state, (waiting) =>
    step(
      { ...waiting, refreshedAt: waiting.played, error: PREPARING },
      { do: 'refresh', id, after: LOOK_AFTER_SECONDS },
    ),
  );
}

/** It is silent, and goes on by itself from its place, unless it was paused; `look` says what for. */
function wait(state: PlayerState, look: (waiting: PlayerState) => PlayerStep): PlayerStep {
  if (state.lostWhile !== null) return look(state);
  const lostWhile = state.status === 'paused' ? 'paused' : 'playing';
  const looking = look({ ...state, status: 'stopped', stalled: false, ad: null, lostWhile });
  return step(looking.state, ...leaveAd(state, 'left'), { do: 'pause' }, ...looking.effects);
}

/** The next look for the network, and what is said meanwhile; after the last one a press is waited for. */
function lookAgain(state: PlayerState, { id }: MediaSummary): PlayerStep {
  const after = RETRY_DELAYS_SECONDS[state.lostAsks];
  if (after === undefined) return step({ ...state, error: NO_CONNECTION });
  const looking = { ...state, lostAsks: state.lostAsks + 1, refreshedAt: state.played, error: RECONNECTING };
  return step(looking, { do: 'refresh', id, after });
}

/** What was waited for is there: it is loaded from its place on. */
export const goOnAfterWait = (state: PlayerState, status: 'playing' | 'paused'): PlayerStep =>
  step(
    { ...state, status, refreshes: 0, error: null, lostWhile: null, elsewhere: state.elsewhere && status === 'paused' },
    { do: 'load', play: status === 'playing', at: 'here' },
  );
