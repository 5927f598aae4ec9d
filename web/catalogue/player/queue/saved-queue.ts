import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { PlayerState } from '../player-state.ts';
import { isPlaceholder, placeholderTrack } from './placeholder-track.ts';

type Queue = Pick<PlayerState, 'queue' | 'index'>;

/** Number of tracks of a long queue that are saved completely, starting a little before the current one. */
export const MOST_TRACKS = 200;
/**
 * Number of tracks whose ids are saved: two playlists of the largest kind. With the order before a shuffle that is 640
 * kB.
 */
export const MOST_IDS = 10_000;

/** The part of a queue that is worth saving, and the index of the current track in it. */
export function partToSave({ queue, index }: Queue, most = MOST_TRACKS): Queue {
  const first = queue.length <= most ? 0 : Math.max(0, Math.min(index - most / 4, queue.length - most));
  return { queue: queue.slice(first, first + most), index: index - first };
}

/** The part of a queue that is saved for a reload: all ids, and the data of the tracks around the current one. */
interface SavedQueue {
  /** Concatenated without separators, 32 hexadecimal digits each. */
  ids: string;
  /** The index of the current track among them. */
  index: number;
  media: readonly MediaSummary[];
  /** The ids in the order before the shuffle. */
  shuffle: { ids: string; seed: number } | null;
}

/** @param most the maximum number of ids of a longer queue, around the current track */
export function packQueue(state: Pick<PlayerState, 'queue' | 'index' | 'shuffle'>, most = MOST_IDS): SavedQueue {
  const kept = partToSave(state, most);
  const ids = kept.queue.map(({ id }) => id);
  const isKept = new Set(ids);
  return {
    ids: packIds(ids),
    index: kept.index,
    media: partToSave(kept).queue.filter((one) => !isPlaceholder(one)),
    shuffle: state.shuffle && {
      ids: packIds(state.shuffle.ids.filter((id) => isKept.has(id))),
      seed: state.shuffle.seed,
    },
  };
}

/** Restores the saved queue. Tracks of which only the id was saved are unread. */
export function unpackQueue({ ids, index, media, shuffle }: SavedQueue): Queue & Pick<PlayerState, 'shuffle'> {
  const known = new Map(media.map((one) => [one.id, one]));
  return {
    queue: unpackIds(ids).map((id) => known.get(id) ?? placeholderTrack(id)),
    index,
    shuffle: shuffle && { ids: unpackIds(shuffle.ids), seed: shuffle.seed },
  };
}

const packIds = (ids: readonly string[]): string => ids.join('').replaceAll('-', '');

const unpackIds = (text: string): string[] =>
  (text.match(/[0-9a-f]{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));

/** Whether two states have the same saved parts; ignores everything that changes with each tick. */
export const isSavedAlike = (one: PlayerState, other: PlayerState): boolean =>
  one.queue === other.queue &&
  one.index === other.index &&
  one.repeat === other.repeat &&
  one.shuffle === other.shuffle;

/** Whether two queues have the same tracks in the same order, loaded or not. */
export const hasSameTracks = ({ queue }: PlayerState, other: PlayerState): boolean =>
  queue === other.queue ||
  (queue.length === other.queue.length && queue.every(({ id }, place) => other.queue[place]?.id === id));
