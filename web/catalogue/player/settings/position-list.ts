import { MAX_PLACES } from '@scoville/contract/catalogue/player/player.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { fieldsOf, isNumber, writeStored, readStoredValue } from './browser-storage.ts';

const KEY = 'player-places';
/** Seconds. An item left earlier than this restarts; an item with less than this remaining counts as finished. */
export const EDGE = 15;

export interface Position {
  /** The id of the song or video. */
  id: string;
  /** Seconds into it; 0 after it was played to its end or started over. */
  at: number;
  /** When this position was reached, by this browser's clock. */
  on: number;
  /** The account that listened; null for a visitor. No listener resumes at another one's position. */
  of: string | null;
  /** Whether the account has this position. */
  sent: boolean;
}
export type Positions = readonly Position[];

const isSame = (one: Position, other: Position): boolean => one.id === other.id && one.of === other.of;

/**
 * Adds a position. Of two for the same media item the later one is kept, in whatever order they arrive; of all
 * positions the latest are kept.
 */
export function withPosition(places: Positions, place: Position): Positions {
  const before = places.find((one) => isSame(one, place));
  if (before && (before.on > place.on || (before.on === place.on && before.at >= place.at))) return places;
  return [place, ...places.filter((one) => one !== before)]
    .toSorted((one, other) => other.on - one.on)
    .slice(0, MAX_PLACES);
}

/**
 * The positions after this one was reached. At the end of an item its position is reset, and at its beginning if
 * another position was saved.
 */
export function recordPosition(
  places: Positions,
  { duration, ...reached }: Pick<Position, 'id' | 'at' | 'on' | 'of'> & { duration: number },
): Positions {
  const { at } = reached;
  const place = { ...reached, at: Math.floor(at), sent: false };
  if (at >= EDGE && at <= duration - EDGE) return withPosition(places, place);
  const isOver = at > duration - EDGE;
  // Only a position that is known here is reset at the beginning: the account may have one that could not be loaded.
  const isLeft = places.some((one) => isSame(one, place) && one.at > 0);
  return isOver || isLeft ? withPosition(places, { ...place, at: 0 }) : places;
}

/** Assigns a visitor's positions to the account that signs in. */
export function assignToAccount(places: Positions, account: string): Positions {
  const own = places.filter(({ of }) => of !== null);
  return places
    .filter(({ of }) => of === null)
    .reduce<Positions>((all, place) => withPosition(all, { ...place, of: account, sent: false }), own);
}

/** Marks these positions as sent to the account, unless they have changed since. */
export const markSent = (places: Positions, sent: Positions): Positions =>
  places.map((place) =>
    sent.some((one) => isSame(one, place) && one.at === place.at && one.on === place.on)
      ? { ...place, sent: true }
      : place,
  );

/**
 * The positions stored in this browser; none if the content is damaged. A time in the future was saved while the clock
 * was ahead. It counts as just now, so that the next position is later.
 */
export function loadPositions(): Positions {
  const now = Date.now();
  const places = readStoredValue('localStorage', KEY, readPositions) ?? [];
  return places.map((place) => (place.on > now ? { ...place, on: now - 1 } : place));
}

function readPositions(content: unknown): Positions | null {
  const places = Array.isArray(content) ? content.map(readPosition) : [];
  return places.every((place) => place !== null) ? places : null;
}

function readPosition(content: unknown): Position | null {
  const { id, at, on, of, sent } = fieldsOf(content);
  const isWhose = of === null || typeof of === 'string';
  if (typeof id !== 'string' || !isId(id) || !isNumber(at) || at < 0 || !isNumber(on)) return null;
  return isWhose && typeof sent === 'boolean' ? { id, at, on, of, sent } : null;
}

/** Stores the positions that `change` returns. */
export function changePositions(change: (places: Positions) => Positions): void {
  const before = loadPositions();
  const places = change(before);
  if (places !== before) writeStored('localStorage', KEY, places.length === 0 ? null : JSON.stringify(places));
}
