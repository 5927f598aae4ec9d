import { type GenreChoice, distinctGenres, genreSlug } from '@scoville/contract/catalogue/categories/own-genres.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import type { Db } from '../../platform/db/connection.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type CategoryRow, findCategory } from './categories.queries.ts';

interface NamedGenre {
  name: string;
  slug: string;
}

type ReviewersGenre = NamedGenre & { id: string };

/** All genres of the reviewers in order. Names are compared here: they are few, and the database has no `genreSlug`. */
const reviewersGenres = (db: Db) =>
  db<ReviewersGenre[]>`select id, name, slug from categories where kind = 'genre' order by position, id`;

/** The slugs that mean a genre: the one made of its name, and its own, which may differ. */
const slugsOf = ({ name, slug }: ReviewersGenre): string[] => [genreSlug(name), slug];

/** Finds the genre that a name means: first by name, then by slug. */
function genreOfName(genres: readonly ReviewersGenre[], name: string): ReviewersGenre | undefined {
  const wanted = genreSlug(name);
  return genres.find((genre) => genreSlug(genre.name) === wanted) ?? genres.find(({ slug }) => slug === wanted);
}

/** Finds a genre of the reviewers by id, slug, or name. Names are compared like those that musicians type. */
export async function findReviewersGenre(db: Db, given: string): Promise<CategoryRow | null> {
  const row = await findCategory(db, 'genre', given, isId(given));
  if (row !== null || isId(given)) return row;
  const named = genreOfName(await reviewersGenres(db), given);
  return named === undefined ? null : findCategory(db, 'genre', named.id, true);
}

/**
 * Turns the genres of a request into the form that is stored: a genre that reviewers have gets their spelling. Throws 400
 * for an id that isn't one of theirs.
 */
export async function namedGenres(db: Db, choices: readonly GenreChoice[]): Promise<NamedGenre[]> {
  if (choices.length === 0) return [];
  const known = await reviewersGenres(db);
  return distinctGenres(
    choices.map(({ id, name }, at) => {
      const one = id === null ? genreOfName(known, name) : known.find((genre) => genre.id === id);
      if (one) return { name: one.name, slug: one.slug };
      if (id !== null)
        throw invalid(`genres.${at}`, 'There is no such genre. Choose one of the list, or type its name.');
      return { name, slug: genreSlug(name) };
    }),
  );
}

export interface OwnGenreRow {
  slug: string;
  name: string;
  media: number;
  plays: number;
  rating_hundredths: number;
  rated_media: number;
}

/**
 * The figures of the public media that only musicians placed in a genre; null if there are none. The figures are updated
 * within minutes.
 */
export async function findOwnGenre(db: Db, slug: string): Promise<OwnGenreRow | null> {
  const [row] = await db<OwnGenreRow[]>`
    select found.slug, coalesce(o.name, found.name) as name, coalesce(o.media, 0) as media, coalesce(o.plays, 0)::float8 as plays,
      coalesce(o.rating_hundredths, 0)::float8 as rating_hundredths, coalesce(o.rated_media, 0) as rated_media
    from (select slug, name from genre_media where slug = ${slug} limit 1) found
    left join own_genres o on o.slug = found.slug`;
  return row ?? null;
}

/** Genres whose slug begins with this one: the reviewers' in their order, then the musicians', the most used first. */
export async function suggestGenres(
  db: Db,
  slug: string,
  most: number,
): Promise<{ id: string | null; name: string; slug: string }[]> {
  const genres = await reviewersGenres(db);
  const begins = `${slug.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const own = await db<{ id: null; name: string; slug: string }[]>`
    select null as id, name, slug from own_genres
    where slug like ${begins} and slug <> all(${genres.flatMap(slugsOf)}::text[])
    order by media desc, slug limit ${most}`;
  return [...genres.filter((genre) => slugsOf(genre).some((one) => one.startsWith(slug))), ...own].slice(0, most);
}

/** Recalculates the figures of the musicians' genres, in one statement. */
export async function refreshOwnGenres(db: Db): Promise<void> {
  await db`
    with fresh as (
      select g.slug, mode() within group (order by g.name) as name, count(*)::int as media, sum(m.play_count)::bigint as plays,
        coalesce(sum(round(100.0 * m.rating_sum / m.rating_count)) filter (where m.rating_count > 0), 0)::bigint as rating_hundredths,
        (count(*) filter (where m.rating_count > 0))::int as rated_media
      from genre_media g join media m on m.id = g.media_id
      left join categories c on c.kind = 'genre' and c.slug = g.slug
      where m.genre_id is distinct from c.id or c.id is null
      group by g.slug
    ),
    gone as (delete from own_genres old where not exists (select 1 from fresh where fresh.slug = old.slug))
    insert into own_genres (slug, name, media, plays, rating_hundredths, rated_media)
    select slug, name, media, plays, rating_hundredths, rated_media from fresh order by slug
    on conflict (slug) do update set name = excluded.name, media = excluded.media, plays = excluded.plays,
      rating_hundredths = excluded.rating_hundredths, rated_media = excluded.rated_media
    where (own_genres.name, own_genres.media, own_genres.plays, own_genres.rating_hundredths, own_genres.rated_media)
      is distinct from (excluded.name, excluded.media, excluded.plays, excluded.rating_hundredths, excluded.rated_media)`;
}
