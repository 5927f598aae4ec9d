import { allOf, anyOf } from '../../platform/db/any-of.ts';
import type { Db } from '../../platform/db/connection.ts';

/** Selects the public media of a list. */
export interface ListFilter {
  list: 'all' | 'curated' | 'perfectly-seasoned' | 'well-done';
  genreId?: string | null;
  moodId?: string | null;
  /** Includes media whose musician named a genre with this slug; without `genreId`, only these. Needs the list `all`. */
  ownGenre?: string | null;
  /** Only media of one of these genres or one of these moods. */
  anyOf?: { genres: readonly string[]; moods: readonly string[] };
  /** An empty array selects nothing. */
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

/** Splits the filter into parts without common rows, each served by an index: a table or subquery, and its condition. */
export function splitFilter(db: Db, filter: ListFilter) {
  const { genreId, ownGenre, anyOf: liked } = filter;
  const part = (filtered: ReturnType<typeof where>, from = db`media`) => ({ from, where: filtered });
  if (liked !== undefined)
    return [
      part(db`${where(db, filter)} and genre_id = ${anyOf(db, liked.genres)}`),
      part(
        db`${where(db, filter)} and mood_id = ${anyOf(db, liked.moods)} and (genre_id is null or genre_id <> ${allOf(db, liked.genres)})`,
      ),
    ];
  if (!ownGenre) return [part(where(db, filter))];
  const named = part(
    db`${where(db, { ...filter, genreId: null })} ${genreId ? db`and genre_id is distinct from ${genreId}` : db``}`,
    db`(select g.media_id as id, g.published_at, g.rk, g.type, m.band, m.genre_id, m.mood_id
        from genre_media g join media m on m.id = g.media_id where g.slug = ${ownGenre}) media`,
  );
  return genreId ? [part(where(db, filter)), named] : [named];
}

/**
 * The name to which a cursor is bound: the cursor of another list, or of the same list under other facets, is refused.
 */
export const listName = ({ list, genreId, moodId, ownGenre, anyOf: liked, types }: ListFilter): string =>
  [
    list,
    genreId ?? '',
    moodId ?? '',
    types.toSorted().join('+'),
    ...(ownGenre ? [`own ${ownGenre}`] : []),
    ...(liked ? [JSON.stringify(liked)] : []),
  ].join('/');
