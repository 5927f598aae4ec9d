import type { Db } from '../db/connection.ts';

/** Which public media a list holds. */
export interface ListFilter {
  list: 'all' | 'curated' | 'perfectly-seasoned' | 'well-done';
  genreId?: string | null;
  moodId?: string | null;
  /** Empty holds nothing. */
  types: readonly ('song' | 'video')[];
}

/** The filter on `media`; each form implies the predicate of the index that serves it. */
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

/** What a cursor is bound to: another list's cursor, or the same list's under other facets, is refused. */
export const listName = ({ list, genreId, moodId, types }: ListFilter): string =>
  [list, genreId ?? '', moodId ?? '', types.toSorted().join('+')].join('/');
