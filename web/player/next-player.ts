import type { MediaSummary } from '@scoville/contract/media.ts';
import { countActions, isToSound } from './actions.ts';
import { adDuring, duringAd, isAdDue, leaveAd, startAd } from './ad-turns.ts';
import {
  type Place,
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  type QueueEvent,
  currentTrack,
} from './player-state.ts';
import { changeQueue, eachOnce, following, hasNext, shuffledFrom } from './queue/queue-turns.ts';
import { isUnread } from './queue/unread.ts';
import { STOPPED } from './stopped.ts';
import { TICK } from './tick.ts';
import { isUnfinished } from './unfinished.ts';

export const BROKEN = 'This could not be played. Try again.';
export const NO_CONNECTION = 'No connection. Check your network and try again.';
export const SLOW = 'Slow connection. Buffering…';
export const RECONNECTING = 'No connection. Trying again…';
/** A play counts from this part of the duration on. */
const COUNTED_FROM = 0.05;
export const MOST_REFRESHES = 3;
/** A new address that was played from for so many seconds was good: the next one that expires is another matter. */
export const GOOD_AFTER = 10;
/** Seconds before the server is asked again, when it could not be asked for the first and the second time. */
const ASK_AGAIN_AFTER = [1, 4];
/** Seconds between looking for a lost network, some eight minutes in all; then it waits for a press. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [5, 10, 20, ...Array.from({ length: 15 }, () => 30)];
/** "Previous" goes to the track's start when more than this was heard of it (seconds). */
const RESTART_AFTER = 3;

/**
 * Does time pass for the player now? An advertisement counts down while the track under it is held.
 * @param isAudible the track is heard at this moment
 * @param isAdShown the advertisement is seen or heard at this moment: neither is loading, nor waits for the network
 */
export const isTicking = ({ status }: Pick<PlayerState, 'status'>, isAudible: boolean, isAdShown: boolean): boolean =>
  status === 'ad' ? isAdShown : isAudible;

/** What was awaited came, or is not awaited any more. */
const NOT_STALLED = { stalled: false, error: null } as const;

const step = (state: PlayerState, ...effects: PlayerEffect[]): PlayerStep => ({ state, effects });

/**
 * The player's state machine: the state that follows from an event, and the effects to carry out. An event that does not
 * apply changes nothing.
 */
export const nextPlayer = (state: PlayerState, event: PlayerEvent): PlayerStep =>
  countActions(state, event, stepAfter(state, event));

function stepAfter(state: PlayerState, event: PlayerEvent): PlayerStep {
  if (event.type === 'play') return playQueue(state, event.queue, event.index, event.at ?? 'left');
  if (event.type === 'restore') return restore(state, event);
  if (event.type === 'adReady') return adReady({ ...state, nextAd: { ad: event.ad, rules: event.rules } });
  if (event.type === 'noAd') return step({ ...state, nextAd: null });
  if (event.type === 'repeat') return step(changeQueue(state, event));
  const track = currentTrack(state);
  if (track === null) {
    // What is put in line first waits in the player.
    return event.type === 'enqueue' ? restore(state, { queue: event.media, index: 0, at: 0 }) : step(state);
  }
  switch (event.type) {
    case 'enqueue':
    case 'sort':
    case 'remove':
    case 'clear':
    case 'requeue':
    case 'read':
    case 'forget':
    case 'shuffle':
      return step(changeQueue(state, event));
    case 'jump':
      return begin(state, state.queue, placeOf(state, event.id), true, event.at ?? 'left');
    case 'elsewhere':
      return giveWay(state);
    case 'online':
      return state.lostWhile === null ? step(state) : goOnAfterOutage({ ...state, lostAsks: 0 }, state.lostWhile);
    case 'close':
      return close(state);
    case 'withdrawn':
      return event.id === track.id ? withdrawn(state, track) : step(changeQueue(state, { ...event, type: 'remove' }));
    case 'display':
      return step({ ...state, display: event.open });
    case 'finished':
      return finished(state, track, event.media);
    case 'refreshed':
      return event.id === track.id ? refreshed(state, track, event.media) : step(state);
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
  | QueueEvent
  | { type: 'play' | 'restore' | 'jump' | 'display' | 'adReady' | 'refreshed' | 'finished' | 'unreachable' | 'failed' }
  | { type: 'withdrawn' }
>;

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

const placeOf = ({ queue }: PlayerState, id: string): number => queue.findIndex((one) => one.id === id);

const close = (state: PlayerState): PlayerStep =>
  step({ ...STOPPED, ...lasting(state) }, ...leaveAd(state, 'left'), { do: 'unload' });

/** What follows it takes its place, and sounds if it did; where nothing does the player is closed. */
function withdrawn(state: PlayerState, track: MediaSummary): PlayerStep {
  const queue = state.queue.filter((one) => one !== track);
  const index = queue.indexOf(state.queue[following(state) ?? -1] ?? track);
  return index < 0 ? close(state) : begin(state, queue, index, isToSound(state), 'left');
}

/** The first one goes before the first track also when it comes a little later than the press that plays it. */
const adReady = (state: PlayerState): PlayerStep =>
  state.status === 'playing' && state.played === 0 && !state.hadAd
    ? startAd({ ...state, ...(state.stalled && NOT_STALLED) })
    : step(state);

function duringTrack(state: PlayerState, track: MediaSummary, event: Plain): PlayerStep {
  switch (event.type) {
    case 'toggle':
      return duringTrack(state, track, { type: state.status === 'playing' ? 'pause' : 'resume' });
    case 'pause':
      // Nor is it to sound by itself when the network is back.
      if (state.lostWhile !== null) return step({ ...state, lostWhile: 'paused' });
      return state.status === 'playing'
        ? step({ ...state, ...NOT_STALLED, status: 'paused' }, { do: 'pause' })
        : step(state);
    case 'resume':
      if (state.status === 'paused') return goOn(state);
      if (state.status !== 'stopped') return step(state);
      return state.lostWhile === null
        ? begin(state, state.queue, state.index, true, 'left')
        : goOnAfterOutage({ ...state, lostAsks: 0 }, 'playing');
    case 'next':
      return hasNext(state) ? goTo(state, following(state)) : step(state);
    case 'previous':
      return state.index > 0 && event.position <= RESTART_AFTER
        ? begin(state, state.queue, state.index - 1, true, 'left')
        : step(state, { do: 'rewind' });
    case 'ended':
      if (state.status !== 'playing') return step(state);
      if (event.last === true) return goTo(state, null);
      return goTo(state, state.repeat === 'one' ? state.index : following(state));
    case 'stalled':
      return stalled(state, track);
    case 'tick':
      return state.status === 'playing' ? ticked(state, track, event.duration) : step(state);
    default:
      return step(state);
  }
}

/** What plays in another tab is not to be heard here, an advertisement neither; nor does it begin here by itself. */
function giveWay(state: PlayerState): PlayerStep {
  if (state.lostWhile !== null) return step({ ...state, lostWhile: 'paused', elsewhere: true });
  if (state.status !== 'playing' && state.status !== 'ad') return step(state);
  return step({ ...state, ...NOT_STALLED, status: 'paused', ad: null, elsewhere: true }, ...leaveAd(state, 'left'), {
    do: 'pause',
  });
}

/** What waited goes on; a track that a reload brought back and nobody heard yet begins like any other. */
const goOn = (state: PlayerState): PlayerStep =>
  state.played === 0 && isAdDue(state)
    ? startAd({ ...state, elsewhere: false })
    : step({ ...state, status: 'playing', elsewhere: false }, { do: 'resume' });

/** The track at this place plays; where there is none, the queue is over. */
const goTo = (state: PlayerState, place: number | null): PlayerStep =>
  place === null
    ? step({ ...state, ...(state.stalled && NOT_STALLED), status: 'stopped' }, { do: 'unload' })
    : begin(state, state.queue, place, true, 'left');

/** A new queue, shuffled if the listener wants that. */
function playQueue(state: PlayerState, all: readonly MediaSummary[], chosen: number, at: Place): PlayerStep {
  const { queue, index } = eachOnce(all, chosen);
  if (queue[index] === undefined) return step(state);
  // What waits for the network is not over: it goes on from its place, in its queue.
  if (state.lostWhile !== null && at === 'left' && queue[index].id === currentTrack(state)?.id)
    return goOnAfterOutage({ ...state, lostAsks: 0 }, 'playing');
  const begun = state.begun + 1;
  if (state.shuffle === null) return begin({ ...state, begun }, queue, index, true, at);
  const other = shuffledFrom(queue, index, state.shuffle.seed);
  return begin({ ...state, begun, shuffle: other.shuffle }, other.queue, other.index, true, at);
}

/** A queue that waits. */
function restore(
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
function begin(
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

function ticked(state: PlayerState, track: MediaSummary, duration: number): PlayerStep {
  const played = state.played + 1;
  const length = track.length ?? duration;
  const due = !state.counted && length > 0 && played * TICK >= length * COUNTED_FROM;
  const isGood = (played - state.refreshedAt) * TICK >= GOOD_AFTER;
  const after = {
    ...state,
    ...(state.stalled && NOT_STALLED),
    ...(isGood && { refreshes: 0, lostAsks: 0 }),
    played,
    sinceAd: state.sinceAd + 1,
    counted: state.counted || due,
    broken: 0,
  };
  const count: PlayerEffect[] = due ? [{ do: 'count', media: track }] : [];
  return adDuring(after, length) ? startAd(after, [...count, { do: 'pause' }]) : step(after, ...count);
}

/** It says so, and looks whether the network is lost; what comes after all goes on as if nothing had been. */
function stalled(state: PlayerState, { id }: MediaSummary): PlayerStep {
  if (state.status !== 'playing') return step(state);
  return step({ ...state, stalled: true, error: SLOW }, { do: 'refresh', id, after: 0, unlessHeard: true });
}

function failed(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status === 'stopped') return step(state);
  return state.refreshes >= MOST_REFRESHES ? broken(state, track) : refreshMediaUrls(state, track, 0);
}

/** Asks for new addresses of the track, in so many seconds. */
const refreshMediaUrls = (state: PlayerState, { id }: MediaSummary, after: number): PlayerStep =>
  step({ ...state, refreshes: state.refreshes + 1, refreshedAt: state.played }, { do: 'refresh', id, after });

/** A lost network is no broken track: after a few tries the place in it is kept, and the network is looked for. */
function unreachable(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.lostWhile !== null) return lookAgain(state, track);
  if (state.status === 'stopped') return step(state);
  const after = ASK_AGAIN_AFTER[state.refreshes - 1];
  // What stalled has been silent for long enough.
  if (!state.stalled && after !== undefined && state.refreshes < MOST_REFRESHES)
    return refreshMediaUrls(state, track, after);
  const lostWhile = state.status === 'paused' ? 'paused' : 'playing';
  const looking = lookAgain({ ...state, status: 'stopped', stalled: false, ad: null, lostWhile }, track);
  return step(looking.state, ...leaveAd(state, 'left'), { do: 'pause' }, ...looking.effects);
}

/** The next look for the network, and what is said meanwhile; after the last one a press is waited for. */
function lookAgain(state: PlayerState, { id }: MediaSummary): PlayerStep {
  const after = RETRY_DELAYS_SECONDS[state.lostAsks];
  if (after === undefined) return step({ ...state, error: NO_CONNECTION });
  const looking = { ...state, lostAsks: state.lostAsks + 1, refreshedAt: state.played, error: RECONNECTING };
  return step(looking, { do: 'refresh', id, after });
}

const goOnAfterOutage = (state: PlayerState, status: 'playing' | 'paused'): PlayerStep =>
  step(
    { ...state, status, refreshes: 0, error: null, lostWhile: null, elsewhere: state.elsewhere && status === 'paused' },
    { do: 'load', play: status === 'playing', at: 'here' },
  );

/** What cannot be played is left for what follows, with a word; it stops where nothing does, or where nothing at all plays. */
function broken(state: PlayerState, track: MediaSummary): PlayerStep {
  const place = following(state);
  if (place === null || state.status === 'paused' || state.broken + 1 >= state.queue.length)
    return step({ ...state, status: 'stopped', stalled: false, ad: null, error: BROKEN }, ...leaveAd(state, 'left'), {
      do: 'unload',
    });
  const next = begin(state, state.queue, place, true, 'left');
  // It was gone before anybody saw it: nobody misses it.
  if (isUnread(track)) return step({ ...next.state, broken: state.broken + 1 }, ...next.effects);
  const text = `“${track.title}” could not be played. Skipping to the next one.`;
  return step({ ...next.state, broken: state.broken + 1 }, ...next.effects, { do: 'say', text });
}

function refreshed(state: PlayerState, track: MediaSummary, media: MediaSummary | null): PlayerStep {
  const { lostWhile } = state;
  if (state.status === 'stopped' && lostWhile === null) return step(state);
  if (media === null)
    return broken(lostWhile === null ? state : { ...state, status: lostWhile, lostWhile: null }, track);
  const queue = state.queue.map((old, place) => (place === state.index ? media : old));
  if (lostWhile !== null) return goOnAfterOutage({ ...state, queue }, lostWhile);
  const at = isUnread(track) ? 'left' : 'here';
  return step({ ...state, queue }, { do: 'load', play: state.status === 'playing', at });
}

/** Once for each track: what was played as far as it was prepared goes on, from where it is, by its finished files. */
function finished(state: PlayerState, track: MediaSummary, media: MediaSummary): PlayerStep {
  const queue = state.queue.map((old) => (old.id === media.id && isUnfinished(old) ? media : old));
  const isHere = media.id === track.id && isUnfinished(track);
  return isHere && state.status !== 'stopped'
    ? step({ ...state, queue }, { do: 'load', play: state.status === 'playing', at: 'here' })
    : step({ ...state, queue });
}
