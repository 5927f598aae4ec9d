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

/** The filter on `media`; each form implies the predicate of the index that serves it. */
export function where(db: Db, { list, genreId, moodId, anyOf, types }: ListFilter) {
  const band = {
    all: db`band is not null`,
    curated: db`band is not null and band >= 2`,
    'perfectly-seasoned': db`band = 5 and band >= 3`,
    'well-done': db`band = 3 and band >= 3`,
  }[list];
  return db`${band}
    ${genreId ? db`and genre_id = ${genreId}` : db``} ${moodId ? db`and mood_id = ${moodId}` : db``}
    ${anyOf ? db`and (genre_id = any(${array(anyOf.genres)}::text::uuid[]) or mood_id = any(${array(anyOf.moods)}::text::uuid[]))` : db``}
    ${types.length === 2 ? db`` : types.length === 0 ? db`and false` : db`and type = ${types[0] ?? ''}`}`;
}

/** As a text: the driver writes each value of an array by itself. */
const array = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/** What a cursor is bound to: another list's cursor, or the same list's under other facets, is refused. */
export const listName = ({ list, genreId, moodId, anyOf, types }: ListFilter): string =>
  [list, genreId ?? '', moodId ?? '', types.toSorted().join('+'), ...(anyOf ? [JSON.stringify(anyOf)] : [])].join('/');
