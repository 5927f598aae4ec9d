import type { StatTitle } from '@scoville/contract/stats.ts';
import type { Db, Pool } from '../db/connection.ts';
import { transaction } from '../db/connection.ts';

export interface StatEvent {
  title: StatTitle;
  mediaId: string | null;
  musicianId: string | null;
  userId: string | null;
  visitor: string;
  at: Date;
}

/** Appends events in one statement. */
export async function appendEvents(db: Db, events: StatEvent[]): Promise<void> {
  await db`
    insert into stat_events (title, media_id, musician_id, user_id, visitor, at)
    select * from unnest(${events.map((one) => one.title)}::text[], ${events.map((one) => one.mediaId)}::uuid[],
      ${events.map((one) => one.musicianId)}::uuid[], ${events.map((one) => one.userId)}::uuid[],
      ${events.map((one) => one.visitor)}::text[], ${events.map((one) => one.at.toISOString())}::timestamptz[])`;
}

/** The musician of a public media, or null when nobody may count anything for it. */
export async function findPublicMedia(db: Db, mediaId: string): Promise<{ musicianId: string } | null> {
  const [row] = await db<{ musicianId: string }[]>`
    select musician_id as "musicianId" from media where id = ${mediaId} and band is not null`;
  return row ?? null;
}

export async function musicianExists(db: Db, id: string): Promise<boolean> {
  const rows = await db`select 1 from users where id = ${id} and deleted_at is null`;
  return rows.length === 1;
}

/**
 * Folds waiting events into daily sums and counters, oldest first, and returns how many it took. Plays count where
 * bytes were delivered to that browser, since long enough for 5 percent of the media, and not again within half of its
 * length or 30 seconds. Counters are updated in the order of ids, so that two folds cannot block each other.
 */
export async function foldEvents(db: Pool, most = 5000): Promise<number> {
  return transaction(db, async (tx) => {
    const [row] = await tx<{ taken: number }[]>`
      with batch as (
        delete from stat_events where id in (
          select id from stat_events order by id limit ${most} for update skip locked)
        returning *
      ),
      played as (
        update deliveries d set counted_at = e.at
        from (select distinct on (b.visitor, b.media_id) b.visitor, b.media_id, b.at, m.length_seconds
              from batch b join media m on m.id = b.media_id
              where b.title = 'play-media' order by b.visitor, b.media_id, b.at) e
        where d.visitor = e.visitor and d.media_id = e.media_id and d.bytes > 0
          and e.at >= d.first_at + make_interval(secs => greatest(0, coalesce(e.length_seconds, 0) * 0.05 - 0.5))
          and (d.counted_at is null
            or e.at >= d.counted_at + make_interval(secs => greatest(30, coalesce(e.length_seconds, 0) / 2)))
        returning d.media_id, d.counted_at as at
      ),
      counted as (
        select 'play-media' as title, media_id, at from played
        union all
        select title, media_id, at from batch where title <> 'play-media' and media_id is not null
      ),
      sums as (
        select (c.at at time zone 'UTC')::date as day, c.title, m.musician_id, c.media_id, count(*) as n
        from counted c join media m on m.id = c.media_id group by 1, 2, 3, 4
        union all
        select (at at time zone 'UTC')::date, title, musician_id, null::uuid, count(*)
        from batch where media_id is null and musician_id is not null group by 1, 2, 3
      ),
      days as (
        insert into stat_days (day, title, musician_id, media_id, n)
        select day, title, musician_id, media_id, n from sums order by musician_id, title, day, media_id
        on conflict (musician_id, title, day, media_id) do update set n = stat_days.n + excluded.n
      ),
      of_media as (
        select media_id, sum(n) filter (where title = 'play-media') as plays, sum(n) filter (where title = 'share-media') as shares
        from sums where media_id is not null group by media_id order by media_id
      ),
      media_counters as (
        update media m set play_count = m.play_count + coalesce(s.plays, 0), share_count = m.share_count + coalesce(s.shares, 0)
        from of_media s where m.id = s.media_id and (s.plays > 0 or s.shares > 0)
        returning m.genre_id, m.mood_id, coalesce(s.plays, 0) as plays
      ),
      category_counters as (
        update categories c set play_count = c.play_count + s.plays
        from (select id, sum(plays) as plays from (
                select genre_id as id, plays from media_counters union all select mood_id, plays from media_counters) both_kinds
              where id is not null group by id order by id) s
        where c.id = s.id
      ),
      of_musician as (
        select musician_id, sum(n) filter (where title = 'play-media') as plays,
          sum(n) filter (where title in ('share-media', 'share-zone')) as shares, sum(n) filter (where title = 'view-zone') as views
        from sums group by musician_id order by musician_id
      ),
      musician_counters as (
        update users u set play_count = u.play_count + coalesce(s.plays, 0),
          share_count = u.share_count + coalesce(s.shares, 0), view_count = u.view_count + coalesce(s.views, 0)
        from of_musician s where u.id = s.musician_id
      )
      select count(*)::int as taken from batch`;
    return row?.taken ?? 0;
  });
}

/** Media whose counter differs from its daily sums: none, or something is broken. */
export async function driftedMedia(db: Db): Promise<{ id: string; counted: number; kept: number }[]> {
  return db<{ id: string; counted: number; kept: number }[]>`
    select m.id, coalesce(d.n, 0)::bigint as counted, m.play_count as kept
    from media m left join (select media_id, sum(n) as n from stat_days where title = 'play-media' group by media_id) d
      on d.media_id = m.id
    where m.play_count <> coalesce(d.n, 0)`;
}

/** Sets the counters that drifted to what their daily sums say. */
export async function repairCounters(db: Db): Promise<number> {
  const rows = await db`
    update media m set play_count = d.n
    from (select m2.id, coalesce(sum(s.n), 0) as n from media m2
          left join stat_days s on s.media_id = m2.id and s.title = 'play-media' group by m2.id) d
    where m.id = d.id and m.play_count <> d.n returning m.id`;
  return rows.length;
}

/** Forgets deliveries that no play can refer to any more. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await db`delete from deliveries where last_at < now() - interval '1 day'`;
}

/** Plays by month of the last twelve, oldest first: of one musician, or of everything. `date` is the month's first day. */
export async function playMonths(db: Db, musicianId: string | null): Promise<{ date: string; plays: number }[]> {
  return db<{ date: string; plays: number }[]>`
    select to_char(month, 'YYYY-MM-DD') as date, coalesce(sum(d.n), 0)::bigint as plays
    from generate_series(date_trunc('month', now() at time zone 'UTC') - interval '11 months',
      date_trunc('month', now() at time zone 'UTC'), interval '1 month') as month
    left join stat_days d on d.day >= month::date and d.day < (month + interval '1 month')::date
      and d.title = 'play-media' ${musicianId === null ? db`` : db`and d.musician_id = ${musicianId}`}
    group by month order by month`;
}
