import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { countActions, isToSound } from './actions.ts';
import { isMidTrackAdDue, stepDuringAd, isAdDue, adEndEffects, startAd } from './ad-transitions.ts';
import { begin, close, goTo, playQueue, restore } from './begin-transitions.ts';
import {
  type PlayerEffect,
  type PlayerEvent,
  type PlayerState,
  type PlayerStep,
  type QueueEvent,
  currentTrack,
} from './player-state.ts';
import { changeQueue, nextIndex, hasNext } from './queue/queue-transitions.ts';
import { isPlaceholder } from './queue/placeholder-track.ts';
import { TICK } from './tick.ts';
import { isUnfinished } from './growing-playlist.ts';
import {
  MAX_REFRESHES,
  NOT_STALLED,
  SLOW,
  resumeAfterWait,
  handlePreparing,
  refreshFileUrls,
  handleStalled,
  step,
  handleUnreachable,
} from './waiting-transitions.ts';

export const BROKEN = 'This could not be played. Try again.';
/** A play counts from this share of the duration on. */
const COUNTED_FROM = 0.05;
/** Seconds of playback after which a new address counts as good. The next failure then gets its own refreshes. */
export const GOOD_AFTER = 10;
/** After this many seconds of a track, "Previous" returns to its start instead of the track before. */
const RESTART_AFTER = 3;

/**
 * Whether time passes for the player now. An advertisement counts down while the track under it is held.
 * @param isAudible whether the track is heard at this moment
 * @param isAdShown whether the advertisement is seen or heard at this moment, so is neither loading nor waiting for the
 * network
 */
export const isTicking = ({ status }: Pick<PlayerState, 'status'>, isAudible: boolean, isAdShown: boolean): boolean =>
  status === 'ad' ? isAdShown : isAudible;

/**
 * The player's state machine: returns the state after an event, and the effects to carry out. An event that does not
 * apply changes nothing.
 */
export const nextPlayer = (state: PlayerState, event: PlayerEvent): PlayerStep =>
  countActions(state, event, stepAfter(state, event));

function stepAfter(state: PlayerState, event: PlayerEvent): PlayerStep {
  if (event.type === 'play') return playQueue(state, event.queue, event.index, event.at ?? 'left');
  if (event.type === 'restore') return restore(state, event);
  if (event.type === 'adReady') return handleAdReady({ ...state, nextAd: { ad: event.ad, rules: event.rules } });
  if (event.type === 'noAd') return step({ ...state, nextAd: null });
  if (event.type === 'repeat') return step(changeQueue(state, event));
  const track = currentTrack(state);
  if (track === null) {
    // The first tracks that are put into an empty queue wait for a press.
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
      return state.lostWhile === null ? step(state) : resumeAfterWait({ ...state, networkChecks: 0 }, state.lostWhile);
    case 'close':
      return close(state);
    case 'withdrawn':
      return event.id === track.id
        ? handleWithdrawn(state, track)
        : step(changeQueue(state, { ...event, type: 'remove' }));
    case 'display':
      return step({ ...state, display: event.open });
    case 'finished':
      return handleFinished(state, track, event.media);
    case 'refreshed':
      return event.id === track.id ? handleRefreshed(state, track, event.media) : step(state);
    case 'unreachable':
      return event.id === track.id ? handleUnreachable(state, track) : step(state);
    case 'preparing':
      if (event.id !== track.id) return step(state);
      // An unread track is skipped like one that cannot be played.
      return isPlaceholder(track) ? handleRefreshed(state, track, null) : handlePreparing(state, track, event);
    case 'failed':
      return handleFailed(state, track);
    default:
      return state.status === 'ad' ? stepDuringAd(state, event) : stepDuringTrack(state, track, event);
  }
}

type Plain = Exclude<
  PlayerEvent,
  | QueueEvent
  | { type: 'play' | 'restore' | 'jump' | 'display' | 'adReady' | 'refreshed' | 'finished' | 'unreachable' | 'failed' }
  | { type: 'withdrawn' | 'preparing' }
>;

const placeOf = ({ queue }: PlayerState, id: string): number => queue.findIndex((one) => one.id === id);

/**
 * Removes the current track. The next one takes its place, and sounds if the current one did; without a next one the
 * player is closed.
 */
function handleWithdrawn(state: PlayerState, track: MediaSummary): PlayerStep {
  const queue = state.queue.filter((one) => one !== track);
  const index = queue.indexOf(state.queue[nextIndex(state) ?? -1] ?? track);
  return index < 0 ? close(state) : begin(state, queue, index, isToSound(state), 'left');
}

/** The first advertisement also plays before the first track if it becomes ready shortly after the press. */
const handleAdReady = (state: PlayerState): PlayerStep =>
  state.status === 'playing' && state.played === 0 && !state.hadAd
    ? startAd({ ...state, ...(state.stalled && NOT_STALLED) })
    : step(state);

function stepDuringTrack(state: PlayerState, track: MediaSummary, event: Plain): PlayerStep {
  switch (event.type) {
    case 'toggle':
      return stepDuringTrack(state, track, { type: state.status === 'playing' ? 'pause' : 'resume' });
    case 'pause':
      // The track should not start automatically when the network is back either.
      if (state.lostWhile !== null) return step({ ...state, lostWhile: 'paused' });
      return state.status === 'playing'
        ? step({ ...state, ...NOT_STALLED, status: 'paused' }, { do: 'pause' })
        : step(state);
    case 'resume':
      if (state.status === 'paused') return resume(state);
      if (state.status !== 'stopped') return step(state);
      return state.lostWhile === null
        ? begin(state, state.queue, state.index, true, 'left')
        : resumeAfterWait({ ...state, networkChecks: 0 }, 'playing');
    case 'next':
      return hasNext(state) ? goTo(state, nextIndex(state)) : step(state);
    case 'previous':
      return state.index > 0 && event.position <= RESTART_AFTER
        ? begin(state, state.queue, state.index - 1, true, 'left')
        : step(state, { do: 'rewind' });
    case 'ended':
      if (state.status !== 'playing') return step(state);
      if (event.last === true) return goTo(state, null);
      return goTo(state, state.repeat === 'one' ? state.index : nextIndex(state));
    case 'stalled':
      return handleStalled(state, track);
    case 'tick':
      return state.status === 'playing' ? handleTick(state, track, event.duration) : step(state);
    default:
      return step(state);
  }
}

/**
 * Pauses the track or the advertisement because another tab plays, and prevents an automatic start after a lost
 * network.
 */
function giveWay(state: PlayerState): PlayerStep {
  if (state.lostWhile !== null) return step({ ...state, lostWhile: 'paused', elsewhere: true });
  if (state.status !== 'playing' && state.status !== 'ad') return step(state);
  return step(
    { ...state, ...NOT_STALLED, status: 'paused', ad: null, elsewhere: true },
    ...adEndEffects(state, 'left'),
    {
      do: 'pause',
    },
  );
}

/**
 * Resumes playback. A track that was restored by a reload and not heard yet may get an advertisement first, like any
 * other.
 */
const resume = (state: PlayerState): PlayerStep =>
  state.played === 0 && isAdDue(state)
    ? startAd({ ...state, elsewhere: false })
    : step({ ...state, status: 'playing', elsewhere: false }, { do: 'resume' });

function handleTick(state: PlayerState, track: MediaSummary, duration: number): PlayerStep {
  const played = state.played + 1;
  const length = track.length ?? duration;
  const due = !state.counted && length > 0 && played * TICK >= length * COUNTED_FROM;
  const isGood = (played - state.refreshedAt) * TICK >= GOOD_AFTER;
  const after = {
    ...state,
    ...(state.stalled && NOT_STALLED),
    ...(isGood && { refreshes: 0, networkChecks: 0 }),
    played,
    sinceAd: state.sinceAd + 1,
    counted: state.counted || due,
    broken: 0,
  };
  const count: PlayerEffect[] = due ? [{ do: 'count', media: track }] : [];
  return isMidTrackAdDue(after, length) ? startAd(after, [...count, { do: 'pause' }]) : step(after, ...count);
}

function handleFailed(state: PlayerState, track: MediaSummary): PlayerStep {
  if (state.status === 'stopped') return step(state);
  return state.refreshes >= MAX_REFRESHES ? skipBroken(state, track) : refreshFileUrls(state, track, 0);
}

/**
 * Skips a track that cannot be played, with a message. Stops when there is no next track, or when no track of the queue
 * plays.
 */
function skipBroken(state: PlayerState, track: MediaSummary): PlayerStep {
  const place = nextIndex(state);
  if (place === null || state.status === 'paused' || state.broken + 1 >= state.queue.length)
    return step(
      { ...state, status: 'stopped', stalled: false, ad: null, error: BROKEN },
      ...adEndEffects(state, 'left'),
      {
        do: 'unload',
      },
    );
  const next = begin(state, state.queue, place, true, 'left');
  // The listener never saw the title of an unread track, so no message is shown.
  if (isPlaceholder(track)) return step({ ...next.state, broken: state.broken + 1 }, ...next.effects);
  const text = sentence`“${track.title}” could not be played. Skipping to the next one.`;
  return step({ ...next.state, broken: state.broken + 1 }, ...next.effects, { do: 'say', text });
}

function handleRefreshed(state: PlayerState, track: MediaSummary, media: MediaSummary | null): PlayerStep {
  const { lostWhile } = state;
  if (state.status === 'stopped' && lostWhile === null) return step(state);
  if (media === null)
    return skipBroken(lostWhile === null ? state : { ...state, status: lostWhile, lostWhile: null }, track);
  const queue = state.queue.map((old, place) => (place === state.index ? media : old));
  if (lostWhile !== null) return resumeAfterWait({ ...state, queue }, lostWhile);
  const at = isPlaceholder(track) ? 'left' : 'here';
  // The track is prepared up to this position, so the connection is the cause.
  const slow = state.stalled && { error: SLOW };
  return step({ ...state, ...slow, queue }, { do: 'load', play: state.status === 'playing', at });
}

/**
 * Replaces the files of a track that was played while it was prepared by its finished ones, once per track. The current
 * track continues at its position.
 */
function handleFinished(state: PlayerState, track: MediaSummary, media: MediaSummary): PlayerStep {
  const queue = state.queue.map((old) => (old.id === media.id && isUnfinished(old) ? media : old));
  const isHere = media.id === track.id && isUnfinished(track);
  if (isHere && state.lostWhile !== null) return resumeAfterWait({ ...state, queue }, state.lostWhile);
  return isHere && state.status !== 'stopped'
    ? step(
        { ...state, ...(state.stalled && NOT_STALLED), queue },
        { do: 'load', play: state.status === 'playing', at: 'here' },
      )
    : step({ ...state, queue });
}
