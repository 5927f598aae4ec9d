import type { MediaSummary } from '@scoville/contract/media.ts';
import type { PlayerState } from '../player-state.ts';
import { isUnread, unread } from './unread.ts';

type Queue = Pick<PlayerState, 'queue' | 'index'>;

/** So many tracks of a long queue are saved whole, from a little before the current one on. */
export const MOST_TRACKS = 200;
/** Of so many the id is saved: two playlists of the largest kind. With their order before a shuffle that is 640 kB. */
export const MOST_IDS = 10_000;

/** The part of a queue that is worth saving, and the place of the current track in it. */
export function savedPart({ queue, index }: Queue, most = MOST_TRACKS): Queue {
  const first = queue.length <= most ? 0 : Math.max(0, Math.min(index - most / 4, queue.length - most));
  return { queue: queue.slice(first, first + most), index: index - first };
}

/** What is saved of a queue for a reload: all of it as ids, and what is known of the tracks around the current one. */
interface SavedQueue {
  /** One after the other without separators, 32 hexadecimal digits each. */
  ids: string;
  /** The place of the current track among them. */
  index: number;
  media: readonly MediaSummary[];
  /** The ids in the order before they were shuffled. */
  shuffle: { ids: string; seed: number } | null;
}

/** @param most ids of a longer queue at the most, around the current track */
export function packQueue(state: Pick<PlayerState, 'queue' | 'index' | 'shuffle'>, most = MOST_IDS): SavedQueue {
  const kept = savedPart(state, most);
  const ids = kept.queue.map(({ id }) => id);
  const isKept = new Set(ids);
  return {
    ids: packIds(ids),
    index: kept.index,
    media: savedPart(kept).queue.filter((one) => !isUnread(one)),
    shuffle: state.shuffle && {
      ids: packIds(state.shuffle.ids.filter((id) => isKept.has(id))),
      seed: state.shuffle.seed,
    },
  };
}

/** The queue that was saved; tracks of which only the id was saved are still to be read. */
export function unpackQueue({ ids, index, media, shuffle }: SavedQueue): Queue & Pick<PlayerState, 'shuffle'> {
  const known = new Map(media.map((one) => [one.id, one]));
  return {
    queue: unpackIds(ids).map((id) => known.get(id) ?? unread(id)),
    index,
    shuffle: shuffle && { ids: unpackIds(shuffle.ids), seed: shuffle.seed },
  };
}

const packIds = (ids: readonly string[]): string => ids.join('').replaceAll('-', '');

const unpackIds = (text: string): string[] =>
  (text.match(/[0-9a-f]{32}/g) ?? []).map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));

/** Is something else to be saved now than before? Not what changes with every tick. */
export const isSavedAlike = (one: PlayerState, other: PlayerState): boolean =>
  one.queue === other.queue &&
  one.index === other.index &&
  one.repeat === other.repeat &&
  one.shuffle === other.shuffle;

/** Do two queues have the same tracks in the same order, whatever is known of them? */
export const hasSameTracks = ({ queue }: PlayerState, other: PlayerState): boolean =>
  queue === other.queue ||
  (queue.length === other.queue.length && queue.every(({ id }, place) => other.queue[place]?.id === id));
