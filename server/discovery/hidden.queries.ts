import type { Db } from '../db/connection.ts';
import type { Slice, TimePlace } from '../http/paging.ts';
import type { Circle } from '../places/near.ts';

/** Which media that are not public stand in a list beside those that are. */
export interface HiddenFilter {
  /** Whose; null is everybody's. */
  musicianId: string | null;
  types: readonly ('song' | 'video')[];
  genreId: string | null;
  moodId: string | null;
  curated: boolean;
  near: Circle | null;
  /** The tag that it must have, as search knows tags. */
  tag: string | null;
  /** Beginnings of words of its title, its tags or its description. */
  words: readonly string[];
  /** Beginnings of words of its title. */
  titleWords: readonly string[];
}

/** A part of the media that are not public, the latest first. */
export async function hiddenKeys(
  db: Db,
  filter: HiddenFilter,
  { after, skip, limit }: Slice<TimePlace>,
): Promise<{ id: string; created_at: Date }[]> {
  return db<{ id: string; created_at: Date }[]>`
    select m.id, m.created_at from media m where ${isHiddenIn(db, filter)}
    ${after === null ? db`` : db`and (m.created_at, m.id) < (${after[0]}::text::timestamptz, ${after[1]}::uuid)`}
    order by m.created_at desc, m.id desc limit ${limit} offset ${skip}`;
}

export async function countHidden(db: Db, filter: HiddenFilter): Promise<number> {
  const [row] = await db<{ n: number }[]>`select count(*)::int as n from media m where ${isHiddenIn(db, filter)}`;
  return row?.n ?? 0;
}

function isHiddenIn(db: Db, filter: HiddenFilter) {
  const { musicianId, types, genreId, moodId, curated, near, tag, words, titleWords } = filter;
  return db`m.band is null and m.type = any(${[...types]}::text[])
    ${musicianId === null ? db`` : db`and m.musician_id = ${musicianId}`}
    ${genreId === null ? db`` : db`and m.genre_id = ${genreId}`}
    ${moodId === null ? db`` : db`and m.mood_id = ${moodId}`}
    ${curated ? db`and m.verdict = 'curated'` : db``}
    ${tag === null ? db`` : db`and exists (select 1 from unnest(m.tags) one where search_tag(one) = ${tag})`}
    ${holdsAll(db, db`concat_ws(' ', m.title, array_to_string(m.tags, ' '), m.description)`, words)}
    ${holdsAll(db, db`m.title`, titleWords)}
    ${
      near === null
        ? db``
        : db`and exists (select 1 from users u where u.id = m.musician_id
            and miles_between(${near.latitude}, ${near.longitude}, u.latitude, u.longitude) <= ${near.miles})`
    }`;
}

/** Each of these words begins a word of the text. */
const holdsAll = (db: Db, text: ReturnType<Db>, words: readonly string[]) =>
  words.length === 0
    ? db``
    : db`and not exists (select 1 from unnest(${[...words]}::text[]) asked where not exists (
        select 1 from unnest(search_words(${text})) known where starts_with(known, asked)))`;
