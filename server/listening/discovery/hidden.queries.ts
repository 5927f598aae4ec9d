import type { Db } from '../../platform/db/connection.ts';
import type { Slice, TimePlace } from '../../platform/http/paging.ts';
import type { Circle } from '../../platform/places/near.ts';

/** Selects the non-public media that a list shows in addition to public media. */
export interface HiddenFilter {
  /** The musician whose media are selected; null selects those of all musicians. */
  musicianId: string | null;
  types: readonly ('song' | 'video')[];
  genreId: string | null;
  moodId: string | null;
  /** Includes media whose musician named a genre with this slug. */
  ownGenre: string | null;
  curated: boolean;
  near: Circle | null;
  /** The tag that a media item must have, in the form that search uses. */
  tag: string | null;
  /** Prefixes of words in the title, tags, genres or description, as parts of a query. */
  words: readonly string[];
  /** Prefixes of words in the title. */
  titleWords: readonly string[];
}

/** A part of the selected non-public media, the latest first. */
export async function hiddenKeys(
  db: Db,
  filter: HiddenFilter,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ id: string; created_at: Date }[]> {
  // If words are given, the text index is read first: reading in the order of time would search all media for a rare
  // word.
  const first = textQuery(filter) === '' ? db`not materialized` : db`materialized`;
  return db<{ id: string; created_at: Date }[]>`
    with hidden as ${first} (select m.id, m.created_at from media m where ${isHiddenIn(db, filter)})
    select id, created_at from hidden
    ${after === null ? db`` : db`where (created_at, id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by created_at desc, id desc limit ${limit} offset ${skip}`;
}

export async function countHidden(db: Db, filter: HiddenFilter): Promise<number> {
  const [row] = await db<{ n: number }[]>`select count(*)::int as n from media m where ${isHiddenIn(db, filter)}`;
  return row?.n ?? 0;
}

function isHiddenIn(db: Db, filter: HiddenFilter) {
  const { musicianId, types, genreId, moodId, ownGenre, curated, near } = filter;
  const query = textQuery(filter);
  return db`m.band is null and m.type = any(${[...types]}::text[])
    ${musicianId === null ? db`` : db`and m.musician_id = ${musicianId}`}
    ${genreId === null || ownGenre !== null ? db`` : db`and m.genre_id = ${genreId}`}
    ${ownGenre === null ? db`` : db`and (m.genre_id = ${genreId} or ${ownGenre} = any(m.genre_slugs))`}
    ${moodId === null ? db`` : db`and m.mood_id = ${moodId}`}
    ${curated ? db`and m.verdict = 'curated'` : db``}
    ${query === '' ? db`` : db`and hidden_words(m.title, m.tags, m.genres, m.description) @@ ${query}::text::tsquery`}
    ${
      near === null
        ? db``
        : db`and exists (select 1 from users u where u.id = m.musician_id
            and miles_between(${near.latitude}, ${near.longitude}, u.latitude, u.longitude) <= ${near.miles})`
    }`;
}

/** The filter as a text search query for the index of hidden media; empty if there is nothing to look for. */
const textQuery = ({ tag, words, titleWords }: HiddenFilter): string =>
  [...(tag === null ? [] : [`'${tag}'`]), ...words, ...titleWords].join(' & ');
