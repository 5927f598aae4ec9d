import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { call } from '../../../platform/lib/call.ts';
import type { PlayerState } from '../player-state.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { nextIndex } from './queue-transitions.ts';
import { isPlaceholder } from './placeholder-track.ts';

/**
 * Ids per call: an address with twice as many would exceed the size of a request’s head that the server reads (8 kB).
 */
const MOST = 100;
/** Number of tracks after and before the current one that are loaded before they are needed. */
const AHEAD = 25;
const BEHIND = 5;
/** Milliseconds to wait for a response. */
const ANSWER_WITHIN = 10_000;
/** Milliseconds until tracks that could not be loaded are requested again. */
const AGAIN_AFTER = 10_000;

/** A range of indexes of the queue: the first, and one past the last. */
type Places = readonly [number, number];

/** The range that is on screen. */
let seen: Places = [0, 0];
let look = () => {};

/** Loads the tracks in this range of the queue while it is on screen. Returns a function that ends that. */
export function readPlaces(places: Places): () => void {
  seen = places;
  look();
  return () => {
    if (seen === places) seen = [0, 0];
  };
}

/**
 * Loads the tracks of a long queue of which a reload kept only the ids, 100 at a time: those near the current track and
 * those on screen. The others may never be needed. Tracks that are gone are removed from the queue. Returns a function
 * that stops this.
 */
export function readQueue(): () => void {
  let isReading = false;
  let isStopped = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const retry = () => {
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
        // The dispatch changes the state, so `look` runs again for the next tracks.
        if (!isStopped) dispatch({ type: 'read', ids, media: media.filter(({ sources }) => sources.length > 0) });
      },
      (error: unknown) => {
        isReading = false;
        console.warn('Tracks of the queue could not be read.', error);
        if (!isStopped) again = setTimeout(retry, AGAIN_AFTER);
      },
    );
  };
  look();
  const stop = onPlayerChange(() => look());
  addEventListener('online', retry);
  return () => {
    isStopped = true;
    look = () => {};
    clearTimeout(again);
    stop();
    removeEventListener('online', retry);
  };
}

/** The ids to load now: the first wanted track that is unread, and the unread tracks nearest to it. */
function idsToRead(state: Pick<PlayerState, 'queue' | 'index' | 'repeat'>, [from, to]: Places): string[] {
  const { queue, index } = state;
  // The state machine loads the current track, as for any track that cannot be played.
  const isToRead = (place: number) => {
    const track = queue[place];
    return track !== undefined && place !== index && isPlaceholder(track);
  };
  const near = Array.from({ length: BEHIND + 1 + AHEAD }, (_, step) => index - BEHIND + step);
  const looked = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step);
  const first = [nextIndex(state) ?? -1, ...near, ...looked].find(isToRead);
  if (first === undefined) return [];
  return [...queue.keys()]
    .filter(isToRead)
    .toSorted((one, other) => Math.abs(one - first) - Math.abs(other - first))
    .slice(0, MOST)
    .flatMap((place) => queue[place]?.id ?? []);
}
