import { MAX_PLACES } from '@scoville/contract/player.ts';
import { isId } from '@scoville/contract/values.ts';
import { fieldsOf, isNumber, keep, keptValue } from './kept.ts';

const KEY = 'player-places';
/** Whoever heard less than this begins again, and whoever has less than this to go has heard it. */
export const EDGE = 15;

export interface Position {
  /** The media's. */
  id: string;
  /** Seconds into it; 0 once it was heard to its end, or was started over. */
  at: number;
  /** When it was there, by this browser's clock. */
  on: number;
  /** The account that listened; null for a visitor. Nobody goes on where somebody else was. */
  of: string | null;
  /** The account has it. */
  sent: boolean;
}
export type Positions = readonly Position[];

const isSame = (one: Position, other: Position): boolean => one.id === other.id && one.of === other.of;

/** With one more place: of two of a media the later one counts, whichever comes first; of all of them the latest stay. */
export function withPosition(places: Positions, place: Position): Positions {
  const before = places.find((one) => isSame(one, place));
  if (before && (before.on > place.on || (before.on === place.on && before.at >= place.at))) return places;
  return [place, ...places.filter((one) => one !== before)]
    .toSorted((one, other) => other.on - one.on)
    .slice(0, MAX_PLACES);
}

/** The places after this one was reached: at its end a media begins anew, and at its beginning, if it was left elsewhere. */
export function positionsAfter(
  places: Positions,
  { duration, ...reached }: Pick<Position, 'id' | 'at' | 'on' | 'of'> & { duration: number },
): Positions {
  const { at } = reached;
  const place = { ...reached, at: Math.floor(at), sent: false };
  if (at >= EDGE && at <= duration - EDGE) return withPosition(places, place);
  const isOver = at > duration - EDGE;
  // A place that is not known here may be in the account, which could not be asked.
  const isLeft = places.some((one) => isSame(one, place) && one.at > 0);
  return isOver || isLeft ? withPosition(places, { ...place, at: 0 }) : places;
}

/** What a visitor left becomes the account's that signs in. */
export function adoptedBy(places: Positions, account: string): Positions {
  const own = places.filter(({ of }) => of !== null);
  return places
    .filter(({ of }) => of === null)
    .reduce<Positions>((all, place) => withPosition(all, { ...place, of: account, sent: false }), own);
}

/** Says that the account has these, unless they are others by now. */
export const markedSent = (places: Positions, sent: Positions): Positions =>
  places.map((place) =>
    sent.some((one) => isSame(one, place) && one.at === place.at && one.on === place.on)
      ? { ...place, sent: true }
      : place,
  );

/**
 * What this browser keeps; damaged content counts as none. A place of later than now was kept while the clock was ahead:
 * it counts as just reached, so that the next one is later.
 */
export function savedPositions(): Positions {
  const now = Date.now();
  const places = keptValue('localStorage', KEY, readPositions) ?? [];
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

/** Keeps them as `change` leaves them. */
export function changePositions(change: (places: Positions) => Positions): void {
  const before = savedPositions();
  const places = change(before);
  if (places !== before) keep('localStorage', KEY, places.length === 0 ? null : JSON.stringify(places));
}
