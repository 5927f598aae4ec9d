import { allOf, anyOf } from '../db/any-of.ts';
import type { Db } from '../db/connection.ts';

/** Which public media a list holds. */
export interface ListFilter {
  list: 'all' | 'curated' | 'perfectly-seasoned' | 'well-done';
  genreId?: string | null;
  moodId?: string | null;
  /** Of one of these genres or one of these moods. */
  anyOf?: { genres: readonly string[]; moods: readonly string[] };
  /** Empty holds nothing. */
  types: readonly ('song' | 'video')[];
}

/** The filter on `media`, without `anyOf`; each form implies the predicate of the index that serves it. */
export function where(db: Db, { list, genreId, moodId, types }: ListFilter) {
  const band = {
    all: db`band is not null`,
    curated: db`band is not null and band >= 2`,
    'perfectly-seasoned': db`band = 5 and band >= 3`,
    'well-done': db`band = 3 and band >= 3`,
  }[list];
  return db`${band}
    ${genreId ? db`and genre_id = ${genreId}` : db``} ${moodId ? db`and mood_id = ${moodId}` : db``}
    ${types.length === 2 ? db`` : types.length === 0 ? db`and false` : db`and type = ${types[0] ?? ''}`}`;
}

/** The whole filter as one or two that have no row in common: no index serves genres or moods, but one serves each. */
export function wheres(db: Db, filter: ListFilter) {
  if (filter.anyOf === undefined) return [where(db, filter)];
  const { genres, moods } = filter.anyOf;
  return [
    db`${where(db, filter)} and genre_id = ${anyOf(db, genres)}`,
    db`${where(db, filter)} and mood_id = ${anyOf(db, moods)} and (genre_id is null or genre_id <> ${allOf(db, genres)})`,
  ];
}

/** What a cursor is bound to: another list's cursor, or the same list's under other facets, is refused. */
export const listName = ({ list, genreId, moodId, anyOf: liked, types }: ListFilter): string =>
  [list, genreId ?? '', moodId ?? '', types.toSorted().join('+'), ...(liked ? [JSON.stringify(liked)] : [])].join('/');
