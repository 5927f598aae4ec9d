import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { isAdDue, adEndEffects, startAd } from './ad-transitions.ts';
import { type Place, type PlayerEvent, type PlayerState, type PlayerStep, currentTrack } from './player-state.ts';
import { withoutDuplicates, shuffledFrom } from './queue/queue-transitions.ts';
import { INITIAL_STATE } from './initial-state.ts';
import { NOT_STALLED, resumeAfterWait, step } from './waiting-transitions.ts';

/**
 * The parts of the state that outlive a track and a queue: the turns of advertisements, and the listener's playing
 * modes.
 */
const lasting = ({ begun, actions, sinceAd, nextAd, hadAd, repeat, shuffle }: PlayerState) => ({
  begun,
  actions,
  sinceAd,
  nextAd,
  hadAd,
  repeat,
  shuffle: shuffle && { ...shuffle, ids: [] },
});

/** Closes the player: stops playback and keeps only the lasting parts of the state. */
export const close = (state: PlayerState): PlayerStep =>
  step({ ...INITIAL_STATE, ...lasting(state) }, ...adEndEffects(state, 'left'), { do: 'unload' });

/** Plays the track at this index; null ends the queue. */
export const goTo = (state: PlayerState, place: number | null): PlayerStep =>
  place === null
    ? step({ ...state, ...(state.stalled && NOT_STALLED), status: 'stopped' }, { do: 'unload' })
    : begin(state, state.queue, place, true, 'left');

/** Starts a new queue, shuffled if the listener has shuffle on. */
export function playQueue(state: PlayerState, all: readonly MediaSummary[], chosen: number, at: Place): PlayerStep {
  const { queue, index } = withoutDuplicates(all, chosen);
  if (queue[index] === undefined) return step(state);
  // A track that waits for the network is still current: continue at its position in its queue.
  if (state.lostWhile !== null && at === 'left' && queue[index].id === currentTrack(state)?.id)
    return resumeAfterWait({ ...state, networkChecks: 0 }, 'playing');
  const begun = state.begun + 1;
  if (state.shuffle === null) return begin({ ...state, begun }, queue, index, true, at);
  const other = shuffledFrom(queue, index, state.shuffle.seed);
  return begin({ ...state, begun, shuffle: other.shuffle }, other.queue, other.index, true, at);
}

/** Restores a queue that waits for a press. */
export function restore(
  state: PlayerState,
  { queue: all, index: chosen, at, repeat, shuffle }: Omit<Extract<PlayerEvent, { type: 'restore' }>, 'type'>,
): PlayerStep {
  const { queue, index } = withoutDuplicates(all, chosen);
  const ids = queue.map(({ id }) => id);
  const asSaved = {
    begun: state.begun + 1,
    repeat: repeat ?? state.repeat,
    shuffle: shuffle === undefined ? state.shuffle && { ...state.shuffle, ids } : shuffle,
  };
  return queue[index] === undefined ? step(state) : begin({ ...state, ...asSaved }, queue, index, false, at || 'left');
}

/** Starts a new play of a track of a queue. */
export function begin(
  state: PlayerState,
  queue: readonly MediaSummary[],
  index: number,
  play: boolean,
  at: Place,
): PlayerStep {
  if (queue[index] === undefined) return step(state);
  const { display, status, ad } = state;
  const begun: PlayerState = { ...INITIAL_STATE, ...lasting(state), shuffle: state.shuffle, queue, index, display };
  // An advertisement continues when the listener chooses something else in the meantime.
  if (status === 'ad') return step({ ...begun, status, ad }, { do: 'load', play: false, at });
  const next: PlayerState = { ...begun, status: play ? 'playing' : 'paused' };
  if (!play || !isAdDue(next)) return step(next, { do: 'load', play, at });
  return startAd(next, [{ do: 'load', play: false, at }]);
}
