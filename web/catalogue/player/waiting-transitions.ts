import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { adEndEffects } from './ad-transitions.ts';
import type { PlayerEffect, PlayerEvent, PlayerState, PlayerStep } from './player-state.ts';
import { isUnfinished } from './growing-playlist.ts';

/*
 * Transitions of the player while a track cannot sound because the network is lost or the track is not prepared yet.
 */

export const NO_CONNECTION = 'No connection. Check your network and try again.';
export const SLOW = 'Slow connection. Buffering…';
export const RECONNECTING = 'No connection. Trying again…';
export const PREPARING = 'This part is still being prepared. It goes on by itself.';
export const MAX_REFRESHES = 3;
/** Seconds before the next request after the first and the second failed one. */
const REFRESH_DELAYS_SECONDS = [1, 4];
/** Seconds between checks for a lost network, some eight minutes in all; then the player waits for a press. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [5, 10, 20, ...Array.from({ length: 15 }, () => 30)];
/** Seconds between checks of the preparation. Their number is not limited, because preparation always ends. */
export const PREPARATION_POLL_SECONDS = 5;

/** Ends a stall: the track sounds again, or is not supposed to sound any more. */
export const NOT_STALLED = { stalled: false, error: null } as const;

export const step = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/**
 * Shows a message and checks whether the network is lost. If bytes arrive after all, playback continues as before. A
 * listener of a track that is still being prepared has most likely reached the end of the prepared part.
 */
export function handleStalled(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status !== 'playing') return step(state);
  const error = isUnfinished(track) ? PREPARING : SLOW;
  return step({ ...state, stalled: true, error }, { do: 'refresh', id: track.id, after: 0, unlessHeard: true });
}

/** Requests new addresses of the track after a delay in seconds. */
export const refreshFileUrls = (state: PlayerState, { id }: MediaSummary, after: number): PlayerStep =>
  step({ ...state, refreshes: state.refreshes + 1, refreshedAt: state.played }, { do: 'refresh', id, after });

/**
 * A lost network doesn't mean that the track is broken: after a few tries the player keeps its position and checks for
 * the network.
 */
export function handleUnreachable(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.lostWhile !== null) return retryLater(state, track);
  if (state.status === 'stopped') return step(state);
  const after = REFRESH_DELAYS_SECONDS[state.refreshes - 1];
  // A track that stalled has already been silent for long enough.
  if (!state.stalled && after !== undefined && state.refreshes < MAX_REFRESHES)
    return refreshFileUrls(state, track, after);
  return wait(state, (waiting) => retryLater(waiting, track));
}

/**
 * A part that is not prepared yet doesn't mean that the track is broken either. When the processing of a file is
 * restarted, nothing of the track can be played for a while; the player keeps its position and checks again. A loaded
 * source that is still being extended is not reloaded, because it continues automatically.
 */
export function handlePreparing(
  state: PlayerState,
  { id }: MediaSummary,
  { readsOn }: Extract<PlayerEvent, { type: 'preparing' }>,
): PlayerStep {
  if (state.lostWhile === null && (state.status === 'stopped' || readsOn)) return step(state);
  return wait(state, (waiting) =>
    step(
      { ...waiting, refreshedAt: waiting.played, error: PREPARING },
      { do: 'refresh', id, after: PREPARATION_POLL_SECONDS },
    ),
  );
}

/**
 * Pauses the track and keeps its position until it can continue, which it does automatically unless it was paused.
 * `look` adds the next check and its message.
 */
function wait(state: PlayerState, look: (waiting: PlayerState) => PlayerStep): PlayerStep {
  if (state.lostWhile !== null) return look(state);
  const lostWhile = state.status === 'paused' ? 'paused' : 'playing';
  const looking = look({ ...state, status: 'stopped', stalled: false, ad: null, lostWhile });
  return step(looking.state, ...adEndEffects(state, 'left'), { do: 'pause' }, ...looking.effects);
}

/** The next check for the network, with its message. After the last one the player waits for a press. */
function retryLater(state: PlayerState, { id }: MediaSummary): PlayerStep {
  const after = RETRY_DELAYS_SECONDS[state.networkChecks];
  if (after === undefined) return step({ ...state, error: NO_CONNECTION });
  const looking = { ...state, networkChecks: state.networkChecks + 1, refreshedAt: state.played, error: RECONNECTING };
  return step(looking, { do: 'refresh', id, after });
}

/** Loads the track at its position after the wait. */
export const resumeAfterWait = (state: PlayerState, status: 'playing' | 'paused'): PlayerStep =>
  step(
    { ...state, status, refreshes: 0, error: null, lostWhile: null, elsewhere: state.elsewhere && status === 'paused' },
    { do: 'load', play: status === 'playing', at: 'here' },
  );
