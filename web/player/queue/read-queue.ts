import { mediaSearch } from '@scoville/contract/media-search.ts';
import { call } from '../../lib/call.ts';
import type { PlayerState } from '../player-state.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { following } from './queue-turns.ts';
import { isUnread } from './unread.ts';

/** Ids of one call: an address of twice as many is longer than what the server reads of a request’s head (8 kB). */
const MOST = 100;
/** Tracks ahead of the current one, and behind it, that are to be known before anybody comes to them. */
const AHEAD = 25;
const BEHIND = 5;
/** Milliseconds that a server may take to answer. */
const ANSWER_WITHIN = 10_000;
/** Milliseconds until tracks that could not be read are asked for again. */
const AGAIN_AFTER = 10_000;

/** Places of the queue, from the first to the one behind the last. */
type Places = readonly [number, number];

/** Those that somebody looks at. */
let seen: Places = [0, 0];
let look = () => {};

/** Has the tracks at these places of the queue read as long as somebody looks at them. Returns what ends that. */
export function readPlaces(places: Places): () => void {
  seen = places;
  look();
  return () => {
    if (seen === places) seen = [0, 0];
  };
}

/**
 * Reads what a reload kept of a long queue as ids alone, 100 tracks at a time: those that come near and those that are
 * looked at; of the others nobody may ever want to know. What is gone meanwhile leaves the queue. Returns what stops it.
 */
export function readQueue(): () => void {
  let isReading = false;
  let isStopped = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const lookAgain = () => {
    clearTimeout(again);
    again = undefined;
    look();
  };
  look = () => {
    if (isReading || again !== undefined) return;
    const ids = idsToRead(playerState(), seen);
    if (ids.length === 0) return;
    isReading = true;
    const query = { ids: ids.join(','), paged: false };
    call(mediaSearch, { query, signal: AbortSignal.timeout(ANSWER_WITHIN) }).then(
      ({ media }) => {
        isReading = false;
        // The state changes by it, so that the next ones are looked for.
        if (!isStopped) dispatch({ type: 'read', ids, media: media.filter(({ sources }) => sources.length > 0) });
      },
      (error: unknown) => {
        isReading = false;
        console.warn('Tracks of the queue could not be read.', error);
        if (!isStopped) again = setTimeout(lookAgain, AGAIN_AFTER);
      },
    );
  };
  look();
  const stop = onPlayerChange(() => look());
  addEventListener('online', lookAgain);
  return () => {
    isStopped = true;
    look = () => {};
    clearTimeout(again);
    stop();
    removeEventListener('online', lookAgain);
  };
}

/** The ids to ask for now: the first track that is wanted and not read, and those that lie nearest to it. */
function idsToRead(state: Pick<PlayerState, 'queue' | 'index' | 'repeat'>, [from, to]: Places): string[] {
  const { queue, index } = state;
  // The current one is asked for as any that cannot be played.
  const isToRead = (place: number) => {
    const track = queue[place];
    return track !== undefined && place !== index && isUnread(track);
  };
  const near = Array.from({ length: BEHIND + 1 + AHEAD }, (_, step) => index - BEHIND + step);
  const looked = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
  const first = [following(state) ?? -1, ...near, ...looked].find(isToRead);
  if (first === undefined) return [];
  return [...queue.keys()]
    .filter(isToRead)
    .toSorted((one, other) => Math.abs(one - first) - Math.abs(other - first))
    .slice(0, MOST)
    .flatMap((place) => queue[place]?.id ?? []);
}
