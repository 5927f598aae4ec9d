import type { Db, Tx } from '../../platform/db/connection.ts';

/** A month in UTC, by its first day: `2026-10-01`. */
export type Month = string;

/**
 * A batch of musicians with media who have not received their report of a month yet.
 * @param after the last musician of the batch before; null for the first batch
 * @param confirmed whether only confirmed addresses get mail
 */
export async function findUnreported(
  db: Db,
  { month, confirmed, after, limit }: { month: Month; confirmed: boolean; after: string | null; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select u.id from users u left join monthly_reports r on r.user_id = u.id
    where u.deleted_at is null and u.type = 'Musician' and (r.month is null or r.month < ${month}::date)
      and u.created_at < (${month}::date + interval '1 month') at time zone 'UTC'
      and (u.email_verified_at is not null or not ${confirmed}::boolean)
      and exists (select 1 from media m where m.musician_id = u.id)
      and ${after === null ? db`true` : db`u.id > ${after}`}
    order by u.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** Marks a musician's month as reported; false if it already was. */
export async function claimReport(tx: Tx, userId: string, month: Month): Promise<boolean> {
  const rows = await tx`
    insert into monthly_reports (user_id, month) select id, ${month}::date from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set month = excluded.month where monthly_reports.month < excluded.month
    returning 1`;
  return rows.length > 0;
}

export interface MonthFigures {
  name: string;
  plays: number;
  playsBefore: number;
  views: number;
  shares: number;
  /** Plays on each day of the month, from its first. */
  days: number[];
  /** The most played media, at most three. */
  best: { title: string; plays: number }[];
}

/** The figures in a musician's monthly report. */
export async function readMonth(tx: Tx, userId: string, month: Month): Promise<MonthFigures> {
  const [row] = await tx<MonthFigures[]>`
    with events as (
      select day, title, media_id, n, day >= ${month}::date as now from stat_days
      where musician_id = ${userId} and title in ('play-media', 'view-zone', 'share-media', 'share-zone')
        and day >= (${month}::date - interval '1 month')::date and day < (${month}::date + interval '1 month')::date
    )
    select u.display_name as name,
      (select coalesce(sum(n) filter (where title = 'play-media'), 0)::bigint from events where now) as plays,
      (select coalesce(sum(n), 0)::bigint from events where title = 'play-media' and not now) as "playsBefore",
      (select coalesce(sum(n) filter (where title = 'view-zone'), 0)::bigint from events where now) as views,
      (select coalesce(sum(n) filter (where title like 'share-%'), 0)::bigint from events where now) as shares,
      (select jsonb_agg((select coalesce(sum(n), 0) from events where title = 'play-media' and day = date::date) order by date)
        from generate_series(${month}::date, ${month}::date + interval '1 month' - interval '1 day', interval '1 day') date) as days,
      (select coalesce(jsonb_agg(jsonb_build_object('title', title, 'plays', plays) order by plays desc, title), '[]') from (
        select m.title, sum(e.n) as plays from events e join media m on m.id = e.media_id
        where e.now and e.title = 'play-media' group by m.id order by 2 desc, 1 limit 3) best) as best
    from users u where u.id = ${userId}`;
  if (row === undefined) throw new Error(`The account ${userId} is gone.`);
  return row;
}
