import type postgres from 'postgres';
import { type Db, type Pool, type Tx, transaction } from '../../platform/db/connection.ts';
import { lockCounters } from '../../platform/db/lock-counters.ts';

/** A counter that differed from the rows it counts: daily sums, or accounts' marks on media (today, favorites). */
export interface Drifted {
  /** The column, such as `media.play_count`. */
  counter: string;
  /** The id of the row, or the month. */
  id: string;
  counted: number;
  kept: number;
}

/** Every counter, with a query for its right value. */
const COUNTERS: readonly { table: string; column: string; sums: (db: Db) => postgres.Fragment }[] = [
  {
    table: 'media',
    column: 'comment_count',
    sums: (db) => db`select media_id as id, count(*)::bigint as n from comments group by 1`,
  },
  { table: 'media', column: 'play_count', sums: (db) => ofMedia(db, 'play-media') },
  { table: 'media', column: 'share_count', sums: (db) => ofMedia(db, 'share-media') },
  {
    table: 'media',
    column: 'remember_count',
    sums: (db) => db`select media_id as id, count(*) as n from favorites group by 1`,
  },
  {
    table: 'media',
    column: 'rating_sum',
    sums: (db) => db`select media_id as id, sum(stars)::bigint as n from ratings group by 1`,
  },
  {
    table: 'media',
    column: 'rating_count',
    sums: (db) => db`select media_id as id, count(*) as n from ratings group by 1`,
  },
  {
    table: 'category_ratings',
    column: 'hundredths',
    sums: (db) => ofRatedMedia(db, db`sum(media_hundredths(rating_sum, rating_count))::bigint`),
  },
  { table: 'category_ratings', column: 'media', sums: (db) => ofRatedMedia(db, db`count(*)`) },
  { table: 'users', column: 'play_count', sums: (db) => ofMusicians(db, ['play-media']) },
  { table: 'users', column: 'share_count', sums: (db) => ofMusicians(db, ['share-media', 'share-zone']) },
  { table: 'users', column: 'view_count', sums: (db) => ofMusicians(db, ['view-zone']) },
  {
    table: 'users',
    column: 'subscription_count',
    // The count doesn't include changes that were not added up yet.
    sums: (db) => db`
      select musician_id as id, sum(n)::bigint as n from (
        select musician_id, 1 as n from follows where confirmed_at is not null
        union all select musician_id, -change from follow_changes) changes group by 1`,
  },
  {
    table: 'playlists',
    column: 'public_count',
    sums: (db) => db`
      select e.playlist_id as id, count(*) as n from playlist_entries e join media m on m.id = e.media_id
      where m.band is not null group by 1`,
  },
  {
    table: 'categories',
    column: 'play_count',
    sums: (db) => db`select category_id as id, sum(n)::bigint as n from category_days group by 1`,
  },
];

const ofMedia = (db: Db, title: string) =>
  db`select media_id as id, sum(n)::bigint as n from stat_days where title = ${title} and media_id is not null group by 1`;
const ofMusicians = (db: Db, titles: string[]) =>
  db`select musician_id as id, sum(n)::bigint as n from stat_days where title = any(${titles}) group by 1`;

const ofRatedMedia = (db: Db, n: postgres.Fragment) => db`
  select kinds.id, ${n} as n from media cross join lateral (values (genre_id), (mood_id)) kinds(id)
  where band is not null and rating_count > 0 and kinds.id is not null group by 1`;

/**
 * Sets every counter to the count of its rows, and returns those that differed. Event counting is locked out, but marks
 * such as favorites can still change, so a counter is moved by the difference instead of being overwritten.
 */
export async function repairCounters(db: Pool): Promise<Drifted[]> {
  return transaction(db, async (tx) => {
    await lockCounters(tx);
    const drifted: Drifted[] = [];
    for (const counter of COUNTERS) drifted.push(...(await repair(tx, counter)));
    return [...drifted, ...(await repairMonths(tx))];
  });
}

async function repair(tx: Tx, { table, column, sums }: (typeof COUNTERS)[number]): Promise<Drifted[]> {
  const counter = `${table}.${column}`;
  return tx<Drifted[]>`
    with drifted as (
      select t.id, t.${tx(column)}::bigint as kept, coalesce(s.n, 0) as counted
      from ${tx(table)} t left join (${sums(tx)}) s on s.id = t.id where t.${tx(column)} <> coalesce(s.n, 0)
    )
    update ${tx(table)} t set ${tx(column)} = t.${tx(column)} + d.counted - d.kept from drifted d where t.id = d.id
    returning ${counter} as counter, d.id, d.counted, d.kept`;
}

/** The platform's plays by month (its first day). The row of a month is kept with 0 if it has no plays any more. */
const repairMonths = (tx: Tx): Promise<Drifted[]> => tx<Drifted[]>`
  with counted as (
    select date_trunc('month', day::timestamp)::date as month, sum(n)::bigint as n
    from stat_days where title = 'play-media' group by 1
  ),
  drifted as (
    select month, coalesce(c.n, 0) as counted, coalesce(m.plays, 0) as kept
    from platform_months m full join counted c using (month) where coalesce(m.plays, 0) <> coalesce(c.n, 0)
  ),
  repaired as (
    insert into platform_months (month, plays) select month, counted from drifted
    on conflict (month) do update set plays = excluded.plays
  )
  select 'platform_months.plays' as counter, to_char(month, 'YYYY-MM-DD') as id, counted, kept from drifted`;
