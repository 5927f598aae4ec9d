import type { MediaSummary } from '@scoville/contract/media.ts';
import { isAdDue, leaveAd, startAd } from './ad-turns.ts';
import { type Place, type PlayerEvent, type PlayerState, type PlayerStep, currentTrack } from './player-state.ts';
import { eachOnce, shuffledFrom } from './queue/queue-turns.ts';
import { STOPPED } from './stopped.ts';
import { NOT_STALLED, goOnAfterWait, step } from './waiting-turns.ts';

/** What outlives a track and a queue: the turns of advertisements, and how the listener wants queues to be played. */
const lasting = ({ begun, actions, sinceAd, nextAd, hadAd, repeat, shuffle }: PlayerState) => ({
  begun,
  actions,
  sinceAd,
  nextAd,
  hadAd,
  repeat,
  shuffle: shuffle && { ...shuffle, ids: [] },
});

/** The player is closed: nothing plays, and what lasts stays. */
export const close = (state: PlayerState): PlayerStep =>
  step({ ...STOPPED, ...lasting(state) }, ...leaveAd(state, 'left'), { do: 'unload' });

/** The track at this place plays; where there is none, the queue is over. */
export const goTo = (state: PlayerState, place: number | null): PlayerStep =>
  place === null
    ? step({ ...state, ...(state.stalled && NOT_STALLED), status: 'stopped' }, { do: 'unload' })
    : begin(state, state.queue, place, true, 'left');

/** A new queue, shuffled if the listener wants that. */
export function playQueue(state: PlayerState, all: readonly MediaSummary[], chosen: number, at: Place): PlayerStep {
  const { queue, index } = eachOnce(all, chosen);
  if (queue[index] === undefined) return step(state);
  // What waits for the network is not over: it goes on from its place, in its queue.
  if (state.lostWhile !== null && at === 'left' && queue[index].id === currentTrack(state)?.id)
    return goOnAfterWait({ ...state, lostAsks: 0 }, 'playing');
  const begun = state.begun + 1;
  if (state.shuffle === null) return begin({ ...state, begun }, queue, index, true, at);
  const other = shuffledFrom(queue, index, state.shuffle.seed);
  return begin({ ...state, begun, shuffle: other.shuffle }, other.queue, other.index, true, at);
}

/** A queue that waits. */
export function restore(
  state: PlayerState,
  { queue: all, index: chosen, at, repeat, shuffle }: Omit<Extract<PlayerEvent, { type: 'restore' }>, 'type'>,
): PlayerStep {
  const { queue, index } = eachOnce(all, chosen);
  const ids = queue.map(({ id }) => id);
  const asSaved = {
    begun: state.begun + 1,
    repeat: repeat ?? state.repeat,
    shuffle: shuffle === undefined ? state.shuffle && { ...state.shuffle, ids } : shuffle,
  };
  return queue[index] === undefined ? step(state) : begin({ ...state, ...asSaved }, queue, index, false, at || 'left');
}

/** A new play of a track of a queue. */
export function begin(
  state: PlayerState,
  queue: readonly MediaSummary[],
  index: number,
  play: boolean,
  at: Place,
): PlayerStep {
  if (queue[index] === undefined) return step(state);
  const { display, status, ad } = state;
  const begun: PlayerState = { ...STOPPED, ...lasting(state), shuffle: state.shuffle, queue, index, display };
  // An advertisement goes on over whatever is chosen meanwhile.
  if (status === 'ad') return step({ ...begun, status, ad }, { do: 'load', play: false, at });
  const next: PlayerState = { ...begun, status: play ? 'playing' : 'paused' };
  if (!play || !isAdDue(next)) return step(next, { do: 'load', play, at });
  return startAd(next, [{ do: 'load', play: false, at }]);
}
