import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type PlayerState, type QueueEvent, currentTrack } from '../player-state.ts';
import { shuffled } from './shuffled.ts';
import { isPlaceholder, placeholderTrack } from './placeholder-track.ts';

type Queue = Pick<PlayerState, 'queue' | 'index' | 'shuffle'>;

/** The index of the track that follows when the current one ends or is skipped; null when no track follows. */
export function nextIndex({ queue, index, repeat }: Pick<PlayerState, 'queue' | 'index' | 'repeat'>): number | null {
  if (index < 0) return null;
  if (index + 1 < queue.length) return index + 1;
  return repeat === 'off' || queue.length === 0 ? null : 0;
}

/** Whether a press of "Next" has an effect. */
export const hasNext = (state: PlayerState): boolean => state.status !== 'ad' && nextIndex(state) !== null;

/** The state after a change of the queue; the current track stays in the player. */
export function changeQueue(state: PlayerState, event: QueueEvent): PlayerState {
  const track = currentTrack(state);
  if (event.type === 'repeat') return { ...state, repeat: event.repeat };
  if (track === null) return state;
  switch (event.type) {
    case 'enqueue':
      return { ...state, ...enqueued(state, track, event.media, event.where) };
    case 'sort':
      return withQueue(state, track, sorted(state.queue, event.ids));
    case 'remove':
      return event.id === track.id ? state : withQueue(state, track, without(state.queue, new Set([event.id])));
    case 'clear':
      return withQueue(state, track, [track]);
    case 'requeue':
      return requeued(state, track, event.queue);
    case 'read':
      return { ...state, ...withRead(state, track, event) };
    case 'forget':
      return {
        ...state,
        queue: state.queue.map((one) => (one === track || isPlaceholder(one) ? one : placeholderTrack(one.id))),
      };
    case 'shuffle':
      return {
        ...state,
        ...(event.on ? shuffledFrom(state.queue, state.index, event.seed) : unshuffled(state, track)),
      };
  }
}

/** A shuffled queue that starts with the chosen track; `seed` decides the order. */
export function shuffledFrom(queue: readonly MediaSummary[], index: number, seed: number): Queue {
  const { items, next } = shuffled(
    queue.filter((_one, place) => place !== index),
    seed,
  );
  const ids = queue.map(({ id }) => id);
  return { queue: [...queue.slice(index, index + 1), ...items], index: 0, shuffle: { ids, seed: next } };
}

/** Removes duplicates, because a queue holds each media item once. */
export const withoutDuplicates = (
  queue: readonly MediaSummary[],
  index: number,
): { queue: readonly MediaSummary[]; index: number } => {
  const chosen = queue[index];
  const seen = new Set<string>();
  const once = queue.filter((one, place) => {
    // Of several copies of the chosen track, the one at `index` is kept.
    if (seen.has(one.id) || (one.id === chosen?.id && place !== index)) return false;
    seen.add(one.id);
    return true;
  });
  return once.length === queue.length ? { queue, index } : { queue: once, index: chosen ? once.indexOf(chosen) : -1 };
};

function enqueued(
  { queue, index, shuffle }: PlayerState,
  track: MediaSummary,
  media: readonly MediaSummary[],
  where: 'next' | 'last',
): Partial<Queue> {
  const added = withoutDuplicates(
    media.filter(({ id }) => id !== track.id),
    0,
  ).queue;
  if (added.length === 0) return {};
  const ids = new Set(added.map(({ id }) => id));
  const rest = without(queue, ids);
  const place = index - queue.slice(0, index).filter(({ id }) => ids.has(id)).length;
  const at = where === 'next' ? place + 1 : rest.length;
  return {
    queue: [...rest.slice(0, at), ...added, ...rest.slice(at)],
    index: place,
    shuffle: shuffle && { ...shuffle, ids: enqueuedIds(shuffle.ids, track.id, [...ids], where) },
  };
}

function enqueuedIds(order: readonly string[], current: string, ids: string[], where: 'next' | 'last'): string[] {
  const rest = order.filter((id) => !ids.includes(id));
  const at = where === 'next' ? rest.indexOf(current) + 1 : rest.length;
  return [...rest.slice(0, at), ...ids, ...rest.slice(at)];
}

function sorted(queue: readonly MediaSummary[], ids: readonly string[]): MediaSummary[] {
  const byId = new Map(queue.map((one) => [one.id, one]));
  const moved = [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const places = new Set(moved);
  let taken = 0;
  return queue.map((one) => (places.has(one) ? (moved[taken++] ?? one) : one));
}

/** Replaces the queue around the current track. An equal queue changes nothing. */
function requeued(state: PlayerState, track: MediaSummary, all: readonly MediaSummary[]): PlayerState {
  const { queue: old, shuffle, begun } = state;
  const { queue, index } = withoutDuplicates(
    // The current track keeps the addresses from which it is played.
    all.map((one) => (one.id === track.id && !isPlaceholder(track) ? track : one)),
    all.findIndex(({ id }) => id === track.id),
  );
  const before = shuffle?.ids ?? old.map(({ id }) => id);
  const isSame = before.length === queue.length && queue.every(({ id }, place) => id === before[place]);
  if (index < 0 || isSame) return state;
  const next = shuffle === null ? { queue, index } : shuffledFrom(queue, index, shuffle.seed);
  return { ...state, ...next, begun: begun + 1 };
}

function unshuffled({ queue, shuffle }: PlayerState, track: MediaSummary): Partial<Queue> {
  if (shuffle === null) return {};
  const places = new Map(shuffle.ids.map((id, place) => [id, place]));
  const placeOf = ({ id }: MediaSummary) => places.get(id) ?? queue.length;
  const back = queue.toSorted((one, other) => placeOf(one) - placeOf(other));
  return { queue: back, index: back.indexOf(track), shuffle: null };
}

/** Updates tracks with their loaded data. The current track is not changed, unless it was unread. */
function withRead(
  { queue }: PlayerState,
  track: MediaSummary,
  { ids, media }: Extract<QueueEvent, { type: 'read' }>,
): Partial<Queue> {
  const read = new Map(media.map((one) => [one.id, one]));
  const gone = new Set(ids.filter((id) => !read.has(id) && id !== track.id));
  const next = queue
    .filter((one) => !gone.has(one.id) || !isPlaceholder(one))
    .map((one) => (one.id === track.id && !isPlaceholder(one) ? one : (read.get(one.id) ?? one)));
  return { queue: next, index: next.findIndex(({ id }) => id === track.id) };
}

const without = (queue: readonly MediaSummary[], ids: ReadonlySet<string>): MediaSummary[] =>
  queue.filter(({ id }) => !ids.has(id));

const withQueue = (state: PlayerState, track: MediaSummary, queue: readonly MediaSummary[]): PlayerState => ({
  ...state,
  queue,
  index: queue.indexOf(track),
});
